/** Methods that tell of accounts, those of tokens among them. */

import { getAddressEncoder } from '@solana/kit'
import { ACCOUNT_ENCODINGS, writeAccount } from '../../encoding/accounts.mjs'
import { amountOf, isTokenProgram, readMint, readToken } from '../../encoding/tokens.mjs'
import { inContext } from '../context.mjs'
import { Failure } from '../failure.mjs'
import { address, config, fields, list, natural, oneOf } from '../params.mjs'

const MOST_ACCOUNTS = 100

const slice = fields({ offset: natural, length: natural })
const configOfAccounts = config({ encoding: oneOf(ACCOUNT_ENCODINGS), dataSlice: slice })

export const accountMethods = {
  getBalance: [[address, config()], (node, at) => inContext(node, node.ledger.lamports(at))],
  getAccountInfo: [
    [address, configOfAccounts],
    (node, at, config) => inContext(node, write(node, at, config, 'binary')),
  ],
  getMultipleAccounts: [
    [list(address, MOST_ACCOUNTS), configOfAccounts],
    (node, all, config) =>
      inContext(
        node,
        all.map(at => write(node, at, config, 'base64')),
      ),
  ],
  getTokenAccountsByOwner: [
    [address, tokenFilter, configOfAccounts],
    (node, owner, filter, config) =>
      inContext(
        node,
        tokenAccountsOf(node.ledger, owner, filter).map(account => ({
          account: write(node, account.address, config, 'binary'),
          pubkey: account.address,
        })),
      ),
  ],
  getTokenAccountBalance: [
    [address, config()],
    (node, at) => inContext(node, balanceOf(node.ledger, at)),
  ],
  getTokenSupply: [[address, config()], (node, at) => inContext(node, supplyOf(node.ledger, at))],
}

function write({ ledger }, at, config, usual) {
  const account = ledger.account(at)
  if (!account) return null
  const { encoding = usual, dataSlice } = config ?? {}
  return writeAccount(account, { encoding, dataSlice }, it => ledger.account(it))
}

/** Of the two ways to choose one is named. */
function tokenFilter(value) {
  const { mint, programId } = fields({ mint: address, programId: address })(value)
  if (!mint === !programId) {
    throw Failure.params('Invalid params: invalid value: map, expected map with a single key.')
  }
  return { mint, programId }
}

/** Ordered by the bytes of their addresses. */
function tokenAccountsOf(ledger, owner, { mint, programId }) {
  const program = mint ? mintOf(ledger, mint).account.programAddress : programId
  if (!isTokenProgram(program)) {
    throw Failure.params('Invalid param: unrecognized Token program id')
  }
  const bytes = ({ address }) => Buffer.from(getAddressEncoder().encode(address))
  return ledger
    .accountsOf(program)
    .filter(account => {
      const token = readToken(account)
      return token?.owner === owner && (!mint || token.mint === mint)
    })
    .sort((one, other) => Buffer.compare(bytes(one), bytes(other)))
}

function balanceOf(ledger, at) {
  const account = existing(ledger, at, 'account')
  const token = readToken(account)
  if (!token) throw Failure.params('Invalid param: not a Token account')
  return amountOf(token.amount, mintOf(ledger, token.mint).mint.decimals)
}

function supplyOf(ledger, at) {
  const account = existing(ledger, at, 'account')
  if (!isTokenProgram(account.programAddress)) {
    throw Failure.params('Invalid param: not a Token mint')
  }
  const mint = readMint(account)
  if (!mint) throw Failure.params('Invalid param: mint could not be unpacked')
  return amountOf(mint.supply, mint.decimals)
}

function mintOf(ledger, at) {
  const account = existing(ledger, at, 'mint')
  const mint = readMint(account)
  if (!mint) throw Failure.params('Invalid param: Token mint could not be unpacked')
  return { account, mint }
}

function existing(ledger, at, what) {
  const account = ledger.account(at)
  if (!account) throw Failure.params(`Invalid param: could not find ${what}`)
  return account
}
