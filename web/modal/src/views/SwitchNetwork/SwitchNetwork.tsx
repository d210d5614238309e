import { plain, shorten } from '../../text/format.ts'
import { moreText } from '../../text/moreText.ts'
import { Asked } from '../Asked.tsx'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { useShown } from '../useShown.ts'

const words = moreText.SwitchNetwork

/** The connected wallet has been asked to change the network. */
export function SwitchNetwork() {
  const { target } = useShown('networks')
  const wallet = useConnectedWallet()
  const name = plain(target?.row.name ?? moreText.anyNetwork())
  const step = target && target.step !== 'needsWallet' ? target.step : 'waiting'
  const said = words[step]
  const values = { wallet, network: shorten(name) }
  return (
    <Asked
      view="SwitchNetwork"
      of="network"
      name={name}
      src={target?.row.image}
      said={said.title(values)}
      body={said.body(values)}
      waiting={words.waiting.button(values)}
      wayOut={step === 'unsupported' ? words.unsupported.button() : undefined}
      outcome={step === 'waiting' ? undefined : 'error'}
    />
  )
}
