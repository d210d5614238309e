/**
 * What `jsonParsed` makes of instructions: the usual ones of the system and of tokens, and memos. Others
 * stay as they are, as instructions of programs do that a node does not know.
 */

import {
  addDecoderSizePrefix,
  getAddressDecoder,
  getArrayDecoder,
  getNullableDecoder,
  getStructDecoder,
  getU8Decoder,
  getU16Decoder,
  getU32Decoder,
  getU64Decoder,
  getUnitDecoder,
  getUtf8Decoder,
} from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { NOBODY, nameOfExtension } from './extensions.mjs'
import { amountOf, isTokenProgram } from './tokens.mjs'

export const MEMO_PROGRAMS = [
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]

const key = getAddressDecoder()
const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder())
const struct = fields => getStructDecoder(Object.entries(fields))

const nothing = [getUnitDecoder(), () => ({})]
const amount = [getU64Decoder(), amount => ({ amount: String(amount) })]
const checked = [
  struct({ amount: getU64Decoder(), decimals: getU8Decoder() }),
  ({ amount, decimals }) => ({ tokenAmount: amountOf(amount, decimals) }),
]
const newMint = [
  struct({
    decimals: getU8Decoder(),
    mintAuthority: key,
    freezeAuthority: getNullableDecoder(key),
  }),
  ({ freezeAuthority, ...info }) => ({ ...info, ...(freezeAuthority && { freezeAuthority }) }),
]
const newAuthority = [
  struct({ authorityType: getU8Decoder(), newAuthority: getNullableDecoder(key) }),
  ({ authorityType, newAuthority }) => ({
    authorityType: AUTHORITIES[authorityType],
    newAuthority,
  }),
]
const AUTHORITIES = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount']
const sizeWith = [
  getArrayDecoder(getU16Decoder(), { size: 'remainder' }),
  types => (types.length > 0 ? { extensionTypes: types.map(nameOfExtension) } : {}),
]
const asIs = fields => [struct(fields), info => info]

/** By number: what it is called, the roles of its accounts in their order, and what its bytes tell. */
const SYSTEM = {
  0: [
    'createAccount',
    ['source', 'newAccount'],
    asIs({ lamports: getU64Decoder(), space: getU64Decoder(), owner: key }),
  ],
  2: ['transfer', ['source', 'destination'], asIs({ lamports: getU64Decoder() })],
}

const TOKENS = {
  3: ['transfer', ['source', 'destination', 'authority'], amount],
  4: ['approve', ['source', 'delegate', 'owner'], amount],
  5: ['revoke', ['source', 'owner'], nothing],
  6: ['setAuthority', ['mint', 'authority'], newAuthority],
  7: ['mintTo', ['mint', 'account', 'mintAuthority'], amount],
  8: ['burn', ['account', 'mint', 'authority'], amount],
  9: ['closeAccount', ['account', 'destination', 'owner'], nothing],
  12: ['transferChecked', ['source', 'mint', 'destination', 'authority'], checked],
  13: ['approveChecked', ['source', 'mint', 'delegate', 'owner'], checked],
  14: ['mintToChecked', ['mint', 'account', 'mintAuthority'], checked],
  15: ['burnChecked', ['account', 'mint', 'authority'], checked],
  17: ['syncNative', ['account'], nothing],
  18: ['initializeAccount3', ['account', 'mint'], asIs({ owner: key })],
  20: ['initializeMint2', ['mint'], newMint],
  21: ['getAccountDataSize', ['mint'], sizeWith],
  22: ['initializeImmutableOwner', ['account'], nothing],
}

const CREATED = ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram']
const ASSOCIATED = {
  0: ['create', CREATED, nothing],
  1: ['createIdempotent', CREATED, nothing],
}

/** The first bytes of the instruction that gives a mint of Token-2022 its name, in hex. */
export const NEW_METADATA = 'd2e11ea258b84d8d'
const METADATA = [
  'initializeTokenMetadata',
  ['metadata', 'updateAuthority', 'mint', 'mintAuthority'],
  asIs({ name: text, symbol: text, uri: text }),
]
const POINTER = [
  'initializeMetadataPointer',
  ['mint'],
  [
    struct({ authority: key, metadataAddress: key }),
    info => Object.fromEntries(Object.entries(info).filter(([, it]) => it !== NOBODY)),
  ],
]
/** What only Token-2022 has, by its first bytes in hex. */
const EXTENSIONS = { [NEW_METADATA]: METADATA, 2700: POINTER }

/**
 * @param {{ program: string, accounts: string[], data: Uint8Array }} instruction
 * @returns {{ program: string, parsed: unknown } | undefined}
 */
export function parseInstruction({ program, accounts, data }) {
  if (MEMO_PROGRAMS.includes(program)) return parseMemo(data)
  if (program === SYSTEM_PROGRAM_ADDRESS) {
    const number = data.length < 4 ? undefined : getU32Decoder().decode(data)
    return parse('system', SYSTEM[number], accounts, data.subarray(4))
  }
  if (program === ASSOCIATED_TOKEN_PROGRAM_ADDRESS) {
    const kind = ASSOCIATED[data[0] ?? 0]
    return parse('spl-associated-token-account', kind, accounts, data.subarray(1))
  }
  return isTokenProgram(program) ? parseOfToken(accounts, data) : undefined
}

function parseMemo(data) {
  try {
    return {
      program: 'spl-memo',
      parsed: new TextDecoder('utf-8', { fatal: true }).decode(data),
    }
  } catch {
    return undefined
  }
}

function parseOfToken(accounts, data) {
  const hex = Buffer.from(data).toString('hex')
  const prefix = Object.keys(EXTENSIONS).find(it => hex.startsWith(it))
  const kind = prefix ? EXTENSIONS[prefix] : TOKENS[data[0]]
  // Whoever signs for a multisig comes after the others.
  if (accounts.length !== kind?.[1].length) return undefined
  return parse('spl-token', kind, accounts, data.subarray(prefix ? prefix.length / 2 : 1))
}

function parse(program, kind, accounts, data) {
  const [type, roles, [decoder, write]] = kind ?? [undefined, [], nothing]
  if (!type || accounts.length < roles.length) return undefined
  try {
    const addresses = Object.fromEntries(roles.map((role, index) => [role, accounts[index]]))
    return {
      program,
      parsed: { type, info: { ...addresses, ...write(decoder.decode(data)) } },
    }
  } catch {
    return undefined
  }
}
