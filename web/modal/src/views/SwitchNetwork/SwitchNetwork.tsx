import { plain, shorten } from '../../text/format.ts'
import { moreText } from '../../text/moreText.ts'
import { text } from '../../text/text.ts'
import { Asked } from '../Asked.tsx'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { useShown } from '../useShown.ts'

const words = moreText.SwitchNetwork

/** The connected wallet has been asked to change the network. */
export function SwitchNetwork() {
  const { target } = useShown('networks')
  const wallet = useConnectedWallet()
  const step = target && target.step !== 'needsWallet' ? target.step : 'waiting'
  const name = plain(target?.row.name ?? moreText.anyNetwork())
  const values = { wallet, network: shorten(name) }
  const buttons = {
    waiting: words.waiting.button(values),
    declined: text.dialog.tryAgain(),
    unsupported: words.unsupported.button(),
  }
  return (
    <Asked
      view="SwitchNetwork"
      of="network"
      name={name}
      src={target?.row.image}
      said={words[step].title(values)}
      body={words[step].body(values)}
      button={buttons[step]}
      next={step === 'unsupported' ? 'back' : 'retry'}
      outcome={step === 'waiting' ? undefined : 'error'}
    />
  )
}
