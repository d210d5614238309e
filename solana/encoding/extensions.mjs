/** What Token-2022 adds behind the bytes that classic tokens have, too. */

import {
  addDecoderSizePrefix,
  getAddressDecoder,
  getArrayDecoder,
  getStructDecoder,
  getTupleDecoder,
  getU32Decoder,
  getUtf8Decoder,
} from '@solana/kit'
import { TOKEN_BYTES } from './tokens.mjs'

/** How no address is written where an address may be missing. */
export const NOBODY = '1'.repeat(32)

const key = getAddressDecoder()
const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder())

/** Those that we know, by their number; of others only that they are there is told. */
const EXTENSIONS = {
  7: ['immutableOwner'],
  18: [
    'metadataPointer',
    getStructDecoder([
      ['authority', key],
      ['metadataAddress', key],
    ]),
  ],
  19: [
    'tokenMetadata',
    getStructDecoder([
      ['updateAuthority', key],
      ['mint', key],
      ['name', text],
      ['symbol', text],
      ['uri', text],
      ['additionalMetadata', getArrayDecoder(getTupleDecoder([text, text]))],
    ]),
  ],
}
const UNKNOWN = ['unparseableExtension']

export function nameOfExtension(type) {
  const [name] = EXTENSIONS[type] ?? UNKNOWN
  return name
}

/** What `jsonParsed` makes of those of an account. */
export function parseExtensions({ data }) {
  return [...extensionsOf(data)].map(({ type, value }) => {
    const [extension, decoder] = EXTENSIONS[type] ?? UNKNOWN
    return decoder ? { extension, state: withoutNobody(decoder.decode(value)) } : { extension }
  })
}

/** Each has its number and its length in front, from after the byte that says what the account is. */
function* extensionsOf(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = TOKEN_BYTES + 1
  while (at + 4 <= data.length && view.getUint16(at, true) !== 0) {
    const end = at + 4 + view.getUint16(at + 2, true)
    yield { type: view.getUint16(at, true), value: data.subarray(at + 4, end) }
    at = end
  }
}

function withoutNobody(state) {
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, value === NOBODY ? null : value]),
  )
}
