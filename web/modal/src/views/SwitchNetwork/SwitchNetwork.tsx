import { plain, prose } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { useShown } from '../useShown.ts'
import { WalletRequest } from '../WalletRequest.tsx'

/** The connected wallet has been asked to change the network. */
export function SwitchNetwork() {
  const text = useLazyText()
  const { waiting, switching } = text.ConnectingExternal
  const words = { waiting: { ...waiting, ...switching }, ...text.SwitchNetwork }
  const { target } = useShown('networks')
  const wallet = useConnectedWallet()
  const name = plain(target?.row.name ?? text.any.network())
  const step = target && target.step !== 'needsWallet' ? target.step : 'waiting'
  const said = words[step]
  const values = { wallet, network: prose(name) }
  return (
    <WalletRequest
      view="SwitchNetwork"
      of="network"
      name={name}
      src={target?.row.image}
      said={said.title(values)}
      body={said.body(values)}
      wallet={wallet}
      wayOut={step === 'unsupported' ? words.unsupported.button() : undefined}
      outcome={step === 'waiting' ? undefined : 'error'}
    />
  )
}
