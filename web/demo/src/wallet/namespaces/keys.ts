import { ed25519 } from '@noble/curves/ed25519'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { blake2b } from '@noble/hashes/blake2'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { base58, bech32, bech32m } from '@scure/base'

/** A key that every copy of the dev wallet has: anybody may know it. */
export const seedOf = (name: string): Uint8Array => sha256(utf8(`latchkit dev wallet: ${name}`))

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap(part => [...part]))

/** An account of Solana: its address is its key. */
export function solanaKey(name: string) {
  const seed = seedOf(name)
  const publicKey = ed25519.getPublicKey(seed)
  const sign = (message: Uint8Array) => ed25519.sign(message, seed)
  return { address: base58.encode(publicKey), publicKey, sign }
}

/** An account of Polkadot, of the kind ed25519: its address is SS58 with prefix 0. */
export function polkadotKey(name: string) {
  const seed = seedOf(name)
  const publicKey = ed25519.getPublicKey(seed)
  const body = joined(Uint8Array.of(0), publicKey)
  const check = blake2b(joined(utf8('SS58PRE'), body)).slice(0, 2)
  const sign = (message: Uint8Array) => ed25519.sign(message, seed)
  return { address: base58.encode(joined(body, check)), publicKey, sign }
}

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))

/** An account of the Cosmos Hub; signatures are r and s, 64 bytes. */
export function cosmosKey(name: string) {
  const seed = seedOf(name)
  const publicKey = secp256k1.getPublicKey(seed)
  const address = bech32.encode('cosmos', bech32.toWords(hash160(publicKey)))
  const sign = (message: Uint8Array) => secp256k1.sign(sha256(message), seed).toCompactRawBytes()
  return { address, publicKey, addressBytes: hash160(publicKey), sign }
}

/** A Bitcoin address for payments; messages are signed as BIP-137 has it. */
export function paymentKey(name: string) {
  const seed = seedOf(name)
  const publicKey = secp256k1.getPublicKey(seed)
  const signMessage = (message: Uint8Array) => {
    const signature = secp256k1.sign(messageHash(message), seed)
    return joined(Uint8Array.of(39 + signature.recovery), signature.toCompactRawBytes())
  }
  return { address: paymentAddress(publicKey), publicKey, signMessage }
}

/** A Bitcoin address for ordinals. */
export function ordinalKey(name: string) {
  const publicKey = schnorr.getPublicKey(seedOf(name))
  return { address: ordinalAddress(publicKey), publicKey }
}

/** Native SegWit: https://github.com/bitcoin/bips/blob/master/bip-0084.mediawiki. */
export const paymentAddress = (publicKey: Uint8Array): string => {
  const program = hash160(publicKey)
  return bech32.encode('bc', [0, ...bech32.toWords(program)])
}

/** Taproot without a script: https://github.com/bitcoin/bips/blob/master/bip-0086.mediawiki. */
export function ordinalAddress(internalKey: Uint8Array): string {
  const { lift_x, pointToBytes, taggedHash } = schnorr.utils
  const tweak = numberOf(taggedHash('TapTweak', internalKey))
  const point = lift_x(numberOf(internalKey)).add(secp256k1.ProjectivePoint.BASE.multiply(tweak))
  return bech32m.encode('bc', [1, ...bech32m.toWords(pointToBytes(point))])
}

const numberOf = (bytes: Uint8Array) => BigInt(`0x${hexOf(bytes)}`)

/** What is signed for a message: https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki. */
export function messageHash(message: Uint8Array): Uint8Array {
  const magic = utf8('\x18Bitcoin Signed Message:\n')
  return sha256(sha256(joined(magic, lengthOf(message), message)))
}

const lengthOf = ({ length }: Uint8Array) =>
  length < 253 ? Uint8Array.of(length) : Uint8Array.of(253, length & 0xff, length >> 8)

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
