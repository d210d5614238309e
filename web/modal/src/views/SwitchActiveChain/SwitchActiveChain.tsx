import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { plain, prose } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** The connected wallet cannot go to the chosen network: another is to be connected. */
export function SwitchActiveChain() {
  const text = useLazyText()
  const words = text.SwitchActiveChain
  const { row } = useShown('networks').target ?? {}
  const wallet = useConnectedWallet()
  const send = useSend()
  const name = plain(row?.name ?? text.any.network())
  const network = prose(name)
  return (
    <ViewLayout
      name="SwitchActiveChain"
      title={text.titles.SwitchActiveChain()}
      foot={
        <Button kind="primary" onClick={() => send({ type: 'connectNamespace' })}>
          {words.connect[row?.namespace ?? 'eip155']()}
        </Button>
      }
    >
      <StatusPanel
        subject={<Picture of="network" name={name} src={row?.image} size="large" />}
        title={words.title({ wallet, network })}
        body={words.body({ wallet })}
      />
    </ViewLayout>
  )
}
