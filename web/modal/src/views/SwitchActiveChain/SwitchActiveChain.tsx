import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { plain, prose, shorten } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useIsLocked } from '../Methods.tsx'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** Nobody is connected where the chosen network is: the same wallet can be, or another is to be. */
export function SwitchActiveChain() {
  const text = useLazyText()
  const words = text.SwitchActiveChain
  const { row, wallet: same } = useShown('networks').target ?? {}
  const wallet = useConnectedWallet()
  const isLocked = useIsLocked()
  const send = useSend()
  const name = plain(row?.name ?? text.any.network())
  const network = prose(name)
  const said = same ? words.same : words
  // The list has the terms, where they are yet to be accepted.
  const choose = () => send({ type: 'connectNamespace' })
  const ask = () =>
    same && row && !isLocked
      ? send({ type: 'connect', wallet: same, namespace: row.namespace })
      : choose()
  return (
    <ViewLayout
      name="SwitchActiveChain"
      title={text.titles.SwitchActiveChain()}
      foot={
        <>
          <Button kind="primary" onClick={ask}>
            {same
              ? words.same.connect({ wallet: shorten(wallet) })
              : words.connect[row?.namespace ?? 'eip155']()}
          </Button>
          {same && <Button onClick={choose}>{words.same.other()}</Button>}
        </>
      }
    >
      <StatusPanel
        subject={<Picture of="network" name={name} src={row?.image} size="large" />}
        title={said.title({ wallet, network })}
        body={said.body({ wallet })}
      />
    </ViewLayout>
  )
}
