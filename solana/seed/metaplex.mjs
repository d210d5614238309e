/** Names of classic tokens, as the metadata program of Metaplex keeps them. The program itself is not there. */

import {
  addEncoderSizePrefix,
  address,
  fixEncoderSize,
  getAddressEncoder,
  getArrayEncoder,
  getBooleanEncoder,
  getNullableEncoder,
  getProgramDerivedAddress,
  getStructEncoder,
  getU8Encoder,
  getU16Encoder,
  getU32Encoder,
  getUtf8Encoder,
} from '@solana/kit'

const METADATA_PROGRAM = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
/** What a token is, by the number that stands there. */
export const COLLECTIBLE = 0
export const FUNGIBLE = 2

const METADATA_V1 = 4
const BYTES = 679

const key = getAddressEncoder()
/** A text that the program filled up with zeros. */
const padded = bytes =>
  addEncoderSizePrefix(fixEncoderSize(getUtf8Encoder(), bytes), getU32Encoder())
const absent = getNullableEncoder(key)

const metadata = getStructEncoder([
  ['key', getU8Encoder()],
  ['updateAuthority', key],
  ['mint', key],
  ['name', padded(32)],
  ['symbol', padded(10)],
  ['uri', padded(200)],
  ['sellerFeeBasisPoints', getU16Encoder()],
  ['creators', getNullableEncoder(getArrayEncoder(key))],
  ['primarySaleHappened', getBooleanEncoder()],
  ['isMutable', getBooleanEncoder()],
  ['editionNonce', getNullableEncoder(getU8Encoder())],
  ['tokenStandard', getNullableEncoder(getU8Encoder())],
  ['collection', absent],
  ['uses', absent],
  ['collectionDetails', absent],
  ['programmableConfig', absent],
])

/**
 * Names a token.
 * @param {{ name: string, symbol: string, uri: string, tokenStandard: number }} named
 * @returns {Promise<string>} The address of the account that says it.
 */
export async function nameToken(ledger, mint, updateAuthority, named) {
  const [at] = await getProgramDerivedAddress({
    programAddress: METADATA_PROGRAM,
    seeds: ['metadata', key.encode(METADATA_PROGRAM), key.encode(mint)],
  })
  const data = new Uint8Array(BYTES)
  data.set(
    metadata.encode({
      ...named,
      key: METADATA_V1,
      updateAuthority,
      mint,
      sellerFeeBasisPoints: 0,
      creators: null,
      primarySaleHappened: false,
      isMutable: true,
      editionNonce: 255,
      collection: null,
      uses: null,
      collectionDetails: null,
      programmableConfig: null,
    }),
  )
  const lamports = ledger.rentOf(BYTES)
  ledger.place({ address: at, programAddress: METADATA_PROGRAM, data, lamports })
  return at
}
