import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { base58, base64, hex } from '@scure/base'
import type { Latchkit } from '../latchkit'
import { sorted } from '../wallet/namespaces/cosmos'
import { joined, messageHash, utf8 } from '../wallet/namespaces/keys'
import type { DemoNamespace } from './networks'

type Signed = { readonly signature: string; readonly isVerified: boolean }
type Ask = (method: string, params?: object) => Promise<unknown>
type Sign = (ask: Ask, address: string, text: string) => Promise<Signed>

/** Has the connected wallet sign a text, and checks that its account did, without asking anybody. */
export function signatureOn(
  latchkit: Latchkit,
  namespace: DemoNamespace,
  text: string,
): Promise<Signed> {
  const provider = latchkit.getProvider(namespace)
  const address = latchkit.getAccount(namespace).address
  if (!provider || !address) throw new Error('Connect a wallet first.')
  const ask: Ask = (method, params) => provider.request({ method, ...(params && { params }) })
  return SIGN[namespace](ask, address, text)
}

const SIGN: { readonly [Name in DemoNamespace]: Sign } = {
  async solana(ask, address, text) {
    const params = { message: base58.encode(utf8(text)), pubkey: address }
    const { signature } = (await ask('solana_signMessage', params)) as { signature: string }
    const key = base58.decode(address)
    return { signature, isVerified: ed25519.verify(base58.decode(signature), utf8(text), key) }
  },
  async bip122(ask, address, text) {
    const params = { account: address, message: text }
    const { signature } = (await ask('signMessage', params)) as { signature: string }
    const accounts = (await ask('getAccountAddresses')) as { address: string; publicKey: string }[]
    const key = accounts.find(account => account.address === address)?.publicKey ?? ''
    const compact = base64.decode(signature).slice(1)
    const isVerified = secp256k1.verify(compact, messageHash(utf8(text)), hex.decode(key))
    return { signature, isVerified }
  },
  async polkadot(ask, address, text) {
    const asked = await ask('polkadot_signMessage', { address, message: text })
    const { signature } = asked as { signature: string }
    // After one byte for the kind of key; SS58 has the key behind one byte, before a checksum of two.
    const bytes = hex.decode(signature.slice(4))
    const wrapped = joined(utf8('<Bytes>'), utf8(text), utf8('</Bytes>'))
    const isVerified = ed25519.verify(bytes, wrapped, base58.decode(address).slice(1, 33))
    return { signature, isVerified }
  },
  async cosmos(ask, address, text) {
    const signDoc = textDoc(address, text)
    const asked = await ask('cosmos_signAmino', { signerAddress: address, signDoc })
    const { signature } = (asked as { signature: { signature: string } }).signature
    const [account] = (await ask('cosmos_getAccounts')) as { pubkey: string }[]
    const hash = sha256(utf8(JSON.stringify(sorted(signDoc))))
    const key = base64.decode(account?.pubkey ?? '')
    return { signature, isVerified: secp256k1.verify(base64.decode(signature), hash, key) }
  },
}

/** A text to sign on Cosmos is a transaction that can never be one: ADR-36. */
const textDoc = (signer: string, text: string) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(utf8(text)) } }],
  memo: '',
})
