/** What `jsonParsed` makes of accounts of the token programs. */

import { parseExtensions } from './extensions.mjs'
import { amountOf, readMint, readToken, TOKEN_2022_PROGRAM_ADDRESS } from './tokens.mjs'

const STATES = ['uninitialized', 'initialized', 'frozen']

/**
 * What stands at `data` of an account, or undefined if it cannot be parsed.
 * @param {(address: string) => import('./accounts.mjs').Account | undefined} read - For the mint.
 */
export function parseTokens(account, read) {
  const parsed = parseToken(account, read) ?? parseMint(account)
  if (!parsed) return undefined
  const extensions = parseExtensions(account)
  const isNew = account.programAddress === TOKEN_2022_PROGRAM_ADDRESS
  return {
    program: isNew ? 'spl-token-2022' : 'spl-token',
    parsed: { ...parsed, info: { ...parsed.info, ...(extensions.length > 0 && { extensions }) } },
    space: account.data.length,
  }
}

function parseToken(account, read) {
  const token = readToken(account)
  const mintAccount = token && read(token.mint)
  const mint = mintAccount && readMint(mintAccount)
  if (!mint) return undefined
  const amount = amount => amountOf(amount, mint.decimals)
  return {
    type: 'account',
    info: {
      mint: token.mint,
      owner: token.owner,
      tokenAmount: amount(token.amount),
      state: STATES[token.state],
      isNative: token.isNative !== null,
      ...(token.isNative !== null && { rentExemptReserve: amount(token.isNative) }),
      ...(token.delegate && {
        delegate: token.delegate,
        delegatedAmount: amount(token.delegatedAmount),
      }),
      ...(token.closeAuthority && { closeAuthority: token.closeAuthority }),
    },
  }
}

function parseMint(account) {
  const mint = readMint(account)
  if (!mint) return undefined
  const { mintAuthority, supply, decimals, freezeAuthority } = mint
  return {
    type: 'mint',
    info: { mintAuthority, supply: String(supply), decimals, isInitialized: true, freezeAuthority },
  }
}
