/** What the accounts of a transaction have, as its record tells before and after it. */

import { amountOf, isTokenProgram, readMint, readToken } from '../encoding/tokens.mjs'

/**
 * @typedef {object} View - Accounts as they are at some time.
 * @property {(address: string) => import('../encoding/accounts.mjs').Account | undefined} account
 * @property {(address: string) => bigint} lamports - Without the bytes of a program, which are many.
 */

/** @param {View} view */
export function balancesOf({ staticAccounts: keys, instructions }, view) {
  const programs = new Set(instructions.map(it => it.programAddressIndex))
  const tokens = keys.flatMap((address, accountIndex) => {
    if (programs.has(accountIndex) || isTokenProgram(address)) return []
    return tokensOf(view.account(address), view).map(tokens => ({ accountIndex, ...tokens }))
  })
  return {
    lamports: keys.map(address => view.lamports(address)),
    // A node looks for tokens only where a token program could have moved them.
    tokens: keys.some(isTokenProgram) ? tokens : [],
  }
}

function tokensOf(account, view) {
  const token = account && readToken(account)
  const mint = token && view.account(token.mint)
  if (!mint) return []
  return [
    {
      mint: token.mint,
      owner: token.owner,
      programId: account.programAddress,
      uiTokenAmount: amountOf(token.amount, readMint(mint).decimals),
    },
  ]
}
