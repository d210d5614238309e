import { plain, shorten } from '../../text/format.ts'
import { useText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { WalletRequest } from '../WalletRequest.tsx'

/** A wallet has been asked to connect. */
export function ConnectingExternal() {
  const words = useText().ConnectingExternal
  const { wallet, step } = useShown('connect')
  const name = plain(wallet?.name ?? '')
  const error = step.type === 'failed' ? step.error : undefined
  const isSlow = step.type === 'waiting' && step.slow
  const said = error ? words.errors[error.type] : words.waiting
  const values = {
    wallet: shorten(name),
    network: error && 'network' in error ? shorten(error.network) : '',
  }
  return (
    <WalletRequest
      view="ConnectingExternal"
      of="wallet"
      name={name}
      src={wallet?.icon}
      said={said.title(values)}
      body={(isSlow ? words.slow : said).body(values)}
      quote={error?.type === 'wallet' ? words.detail(error) : undefined}
      waiting={words.waiting.button(values)}
      outcome={error && (error.type === 'pending' ? 'warning' : 'error')}
    />
  )
}
