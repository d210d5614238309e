import { inWords, type Parts, permit } from './DevSide'
import { hexOf, joined, polkadotKey, utf8 } from './keys'

const cancelled = inWords('Cancelled')

type Raw = { readonly address: string; readonly data: string }

/** An extension as it stands in `window.injectedWeb3`: https://polkadot.js.org/docs/extension. */
export function polkadotExtension(parts: Parts) {
  const key = polkadotKey('polkadot')
  const accounts = () =>
    parts.permission.isGiven() ? [{ address: key.address, name: 'Dev', type: 'ed25519' }] : []

  /** Wrapped, so that no message can be a transaction. */
  async function signRaw({ address, data }: Raw) {
    if (address !== key.address) throw new Error('Unable to find the account')
    await parts.ask('signRaw', { kind: 'sign', address, message: data })
    const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], pair =>
      Number.parseInt(pair, 16),
    )
    const signature = key.sign(joined(utf8('<Bytes>'), bytes, utf8('</Bytes>')))
    // One byte says which kind of key it is: 0 for ed25519.
    return { id: 1, signature: `0x00${hexOf(signature)}` }
  }

  return {
    version: '1.0.0',
    enable: async () => {
      await permit(parts, 'enable', 'Polkadot', [key.address]).catch(cancelled)
      return {
        name: 'dev',
        version: '1.0.0',
        accounts: {
          get: async () => accounts(),
          subscribe: (listener: (accounts: unknown[]) => void) => {
            listener(accounts())
            parts.permission.onChange(() => listener(accounts()))
            return () => {}
          },
        },
        signer: { signRaw: (raw: Raw) => signRaw(raw).catch(cancelled) },
      }
    },
  }
}
