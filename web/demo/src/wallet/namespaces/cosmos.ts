import type { Question } from '../messages'
import { inWords, type Parts, permit } from './DevSide'
import { cosmosKey, hexOf, joined, utf8 } from './keys'

const rejected = inWords('Request rejected')

/** A document to sign directly, in the names of Keplr. */
type DirectDoc = {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  readonly accountNumber: { toString(): string }
}

/** A wallet that speaks as Keplr does: https://docs.keplr.app/api. */
export function keplr(parts: Parts) {
  const key = cosmosKey('cosmos')

  async function sign(
    method: string,
    question: Question & { readonly address: string },
    message: Uint8Array,
  ) {
    if (question.address !== key.address) throw new Error('Signer mismatched')
    await parts.ask(method, question).catch(rejected)
    const value = btoa(String.fromCharCode(...key.publicKey))
    return {
      pub_key: { type: 'tendermint/PubKeySecp256k1', value },
      signature: btoa(String.fromCharCode(...key.sign(message))),
    }
  }

  return {
    version: '0.12.0',
    mode: 'extension',
    enable: (_chain: string) => permit(parts, 'enable', 'Cosmos', [key.address]).catch(rejected),
    disable: async () => parts.permission.take(),
    getKey: async (_chain: string) => {
      if (!parts.permission.isGiven()) throw new Error('There is no permission for this site')
      return {
        name: 'Dev',
        algo: 'secp256k1',
        pubKey: key.publicKey,
        address: key.addressBytes,
        bech32Address: key.address,
      }
    },
    signDirect: async (_chain: string, signer: string, signDoc: DirectDoc) => {
      const message = directBytes(signDoc)
      const data = `0x${hexOf(message)}`
      const question = { kind: 'transaction', network: 'Cosmos', address: signer, data } as const
      return { signed: signDoc, signature: await sign('signDirect', question, message) }
    },
    signAmino: async (_chain: string, signer: string, signDoc: object) => {
      const text = JSON.stringify(sorted(signDoc))
      const message = utf8(text)
      const question = { kind: 'sign', address: signer, message: `0x${hexOf(message)}` } as const
      return { signed: signDoc, signature: await sign('signAmino', question, message) }
    },
  }
}

/** The document in protobuf: https://buf.build/cosmos/cosmos-sdk, `cosmos.tx.v1beta1.SignDoc`. */
export function directBytes({ bodyBytes, authInfoBytes, chainId, accountNumber }: DirectDoc) {
  const field = (tag: number, bytes: Uint8Array) =>
    joined(Uint8Array.of(tag), varint(BigInt(bytes.length)), bytes)
  const number = BigInt(accountNumber.toString())
  return joined(
    field(0x0a, bodyBytes),
    field(0x12, authInfoBytes),
    field(0x1a, utf8(chainId)),
    number === 0n ? new Uint8Array() : joined(Uint8Array.of(0x20), varint(number)),
  )
}

function varint(number: bigint): Uint8Array {
  const bytes: number[] = []
  let left = number
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128)
  return Uint8Array.of(...bytes, Number(left))
}

/** Amino signs JSON whose keys are in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}
