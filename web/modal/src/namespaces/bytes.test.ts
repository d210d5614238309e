import { expect, test } from 'vitest'
import { base58, base64, bytesOf, fromBase58, fromBase64, fromHex, hex } from './bytes'
import { idOf } from './idOf'

const text = (written: string) => new TextEncoder().encode(written)

test('the vectors of base58', () => {
  // https://datatracker.ietf.org/doc/html/draft-msporny-base58-03#section-5
  const vectors: [Uint8Array, string][] = [
    [text('Hello World!'), '2NEpo7TZRRrLZSi2U'],
    [
      text('The quick brown fox jumps over the lazy dog.'),
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    ],
    [fromHex('0000287fb4cd'), '11233QC4'],
    [new Uint8Array(), ''],
    [new Uint8Array(32), '1'.repeat(32)],
  ]
  for (const [bytes, written] of vectors) {
    expect(base58(bytes)).toBe(written)
    expect(fromBase58(written)).toEqual(bytes)
  }
})

test('bytes come back from every way of writing them', () => {
  for (const length of [0, 1, 7, 64]) {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    expect(fromBase58(base58(bytes))).toEqual(bytes)
    expect(fromBase64(base64(bytes))).toEqual(bytes)
    if (length > 0) expect(fromHex(hex(bytes))).toEqual(bytes)
  }
})

test('what spells no bytes is refused as invalid', () => {
  const wrong = [
    () => fromBase58('0OIl'),
    () => fromBase58(7),
    () => fromBase64('*'),
    () => fromBase64(null),
    () => fromHex('abc'),
    () => fromHex('0xab'),
  ]
  for (const read of wrong) expect(read).toThrow(expect.objectContaining({ code: -32602 }))
})

test('the bytes of a stranger may be a view, or a list of numbers', () => {
  const view = new Uint8Array([9, 1, 2, 9]).subarray(1, 3)
  expect(bytesOf(view)).toEqual(Uint8Array.of(1, 2))
  expect(bytesOf(new DataView(view.buffer, 1, 2))).toEqual(Uint8Array.of(1, 2))
  expect(bytesOf([1, 2])).toEqual(Uint8Array.of(1, 2))
  for (const junk of ['ab', null, {}, 7]) expect(bytesOf(junk)).toBeUndefined()
})

test('ids are made of labels, as the engine wants them', () => {
  expect(idOf('Phantom')).toBe('Phantom')
  expect(idOf('Dev Wallet (solana)')).toBe('Dev-Wallet-solana')
  expect(idOf('okxwallet.bitcoin')).toBe('okxwallet.bitcoin')
  expect(idOf('..a..b c.')).toBe('a.b-c')
  expect(idOf('钱包')).toBe('e992b1e58c85')
})
