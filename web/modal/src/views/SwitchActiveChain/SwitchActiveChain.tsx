import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Coin } from '../../../../kit/src/Coin/Coin.tsx'
import { Moment } from '../../../../kit/src/Moment/Moment.tsx'
import { useSend } from '../../../../shell/src/useSend.ts'
import { plain, shorten } from '../../text/format.ts'
import { moreText } from '../../text/moreText.ts'
import { text } from '../../text/text.ts'
import { Place } from '../Place.tsx'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { useShown } from '../useShown.ts'

const words = moreText.SwitchActiveChain

/** The connected wallet cannot go to the chosen network: another is to be connected. */
export function SwitchActiveChain() {
  const { row } = useShown('networks').target ?? {}
  const wallet = useConnectedWallet()
  const send = useSend()
  const name = plain(row?.name ?? moreText.anyNetwork())
  const network = shorten(name)
  const namespace = text.namespaces[row?.namespace ?? 'eip155']()
  return (
    <Place
      name="SwitchActiveChain"
      title={text.titles.SwitchActiveChain()}
      foot={
        <Button kind="primary" onClick={() => send({ type: 'connectNamespace' })}>
          {words.switch({ network })}
        </Button>
      }
    >
      <Moment
        subject={<Coin name={name} src={row?.image} size="large" />}
        title={words.title({ wallet, network })}
      >
        <p>{words.body({ namespace })}</p>
      </Moment>
    </Place>
  )
}
