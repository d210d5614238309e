/** The instructions that make a mint of Token-2022 which holds its own name. */

import {
  AccountRole,
  addEncoderSizePrefix,
  getAddressEncoder,
  getStructEncoder,
  getU8Encoder,
  getU32Encoder,
  getUtf8Encoder,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import { getInitializeMint2Instruction } from '@solana-program/token'
import { NEW_METADATA } from '../encoding/parsedInstructions.mjs'
import { TOKEN_2022_PROGRAM_ADDRESS as programAddress } from '../encoding/tokens.mjs'

/** A mint, which kind it is, and where its metadata is; each extension has 4 bytes in front. */
const BYTES = 165 + 1 + 4 + 64
const HEAD = 4

const key = getAddressEncoder()
const text = addEncoderSizePrefix(getUtf8Encoder(), getU32Encoder())
const names = getStructEncoder([
  ['name', text],
  ['symbol', text],
  ['uri', text],
])
const pointer = getStructEncoder([
  ['instruction', getU8Encoder()],
  ['what', getU8Encoder()],
  ['authority', key],
  ['metadataAddress', key],
])
const METADATA_POINTER = 39
const INITIALIZE = 0

/**
 * @param {import('@solana/kit').KeyPairSigner} issuer - Who pays, and may change all of it later.
 * @param {{ name: string, symbol: string, uri: string }} named
 */
export function namedMintOf(ledger, issuer, mint, decimals, named) {
  const bytes = names.encode(named)
  // Who may change it, of which mint it is, and that there is no more to it.
  const bytesOfMetadata = HEAD + 32 + 32 + bytes.length + 4
  return [
    getCreateAccountInstruction({
      payer: issuer,
      newAccount: mint,
      space: BYTES,
      lamports: ledger.rentOf(BYTES + bytesOfMetadata),
      programAddress,
    }),
    {
      programAddress,
      accounts: [{ address: mint.address, role: AccountRole.WRITABLE }],
      data: pointer.encode({
        instruction: METADATA_POINTER,
        what: INITIALIZE,
        authority: issuer.address,
        metadataAddress: mint.address,
      }),
    },
    getInitializeMint2Instruction(
      { mint: mint.address, decimals, mintAuthority: issuer.address },
      { programAddress },
    ),
    {
      programAddress,
      accounts: [
        { address: mint.address, role: AccountRole.WRITABLE },
        { address: issuer.address, role: AccountRole.READONLY },
        { address: mint.address, role: AccountRole.READONLY },
        { address: issuer.address, role: AccountRole.READONLY_SIGNER },
      ],
      data: new Uint8Array([...Buffer.from(NEW_METADATA, 'hex'), ...bytes]),
    },
  ]
}
