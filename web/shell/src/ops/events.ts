import { readable } from '../all/readable'
import type { Wallets } from '../all/WalletProvider'
import type { Perform } from './Perform'

const names = ['accountsChanged', 'chainChanged', 'connect', 'disconnect']

/** Stream: `event` for each EIP-1193 event of a wallet. Fails if the wallet is gone or has no events. */
export const watchEvents =
  (wallets: Wallets): Perform<'events'> =>
  ({ wallet }, { signal, reply, emit }) => {
    const provider = wallets.provider(wallet)
    if (!provider) return reply({ type: 'failed', reason: 'the wallet is gone' })
    const heard = names.map(name => ({
      name,
      listener: (value: unknown) => emit({ type: 'event', name, value: readable(value)?.value }),
    }))
    const release = () => {
      for (const { name, listener } of heard) {
        try {
          provider.removeListener?.(name, listener)
        } catch {
          // A wallet that cannot forget a listener keeps one that does nothing.
        }
      }
    }
    try {
      if (!provider.on) return reply({ type: 'failed', reason: 'the wallet has no events' })
      for (const { name, listener } of heard) provider.on(name, listener)
      signal.addEventListener('abort', release, { once: true })
    } catch {
      release()
      reply({ type: 'failed', reason: 'the wallet has no events' })
    }
  }
