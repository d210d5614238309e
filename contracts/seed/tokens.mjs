/** Tokens: sound ones, odd ones and many, with what accounts 0 and 1 have of them. */

import { getAddress, getContractAddress, parseUnits } from 'viem'
import { ours } from './artefacts.mjs'

/** Name, symbol, decimals, and what accounts 0 and 1 have of it. */
const SOUND = {
  usdc: ['USD Coin', 'USDC', 6, '10000', '5000'],
  dai: ['Dai Stablecoin', 'DAI', 18, '2500', '1000'],
  onlyV2: ['Only On V2', 'ONLYV2', 18, '1000', '0'],
  dustV2: ['Dust On V2', 'DUSTV2', 18, '1000000', '0'],
  dustV3: ['Dust On V3', 'DUSTV3', 18, '1000000', '0'],
  unpriced: ['Without A Pool', 'NOPOOL', 18, '42', '0'],
}

const ODD = {
  bytes32: 'Bytes32Token',
  revertingDecimals: 'RevertingDecimalsToken',
  zeroDecimals: 'ZeroDecimalsToken',
  longSymbol: 'LongSymbolToken',
  markupSymbol: 'MarkupSymbolToken',
  revertingBalance: 'RevertingBalanceToken',
  burningBalance: 'BurningBalanceToken',
  shortBalance: 'ShortBalanceToken',
}

/** As many as fit into a transaction. */
const MANY_AT_ONCE = 80

/** The tokens that have a price, or could have one. */
export async function seedTokens(chain) {
  const tokens = {}
  for (const [key, [name, symbol, decimals, ...amounts]] of Object.entries(SOUND)) {
    tokens[key] = await chain.deploy(ours('Token'), name, symbol, decimals)
    for (const [account, amount] of amounts.entries()) {
      if (amount === '0') continue
      await chain.send(tokens[key], 'mint', chain.accounts[account], parseUnits(amount, decimals))
    }
  }
  return tokens
}

/** Tokens that break a rule each. Account 0 has 1,000 of the smallest units of each, if it can be told. */
export async function seedOddTokens(chain) {
  const [holder] = chain.accounts
  const tokens = {}
  for (const [key, name] of Object.entries(ODD)) {
    tokens[key] = await chain.deploy(ours(name))
    await chain.send(tokens[key], 'mint', holder, 1_000n)
  }
  tokens.silent = await chain.deploy(ours('SilentToken'), holder)
  return tokens
}

/** So many tokens, all of account 0. */
export async function seedManyTokens(chain, count) {
  const original = await chain.deploy(ours('Token'), 'One Of Many', 'MANY', 18)
  const factory = await chain.deploy(ours('ManyTokens'), original.address)
  for (let made = 0; made < count; made += MANY_AT_ONCE) {
    const some = Math.min(MANY_AT_ONCE, count - made)
    await chain.send(factory, 'make', BigInt(some), chain.accounts[0])
  }
  // The first nonce of a contract is 1.
  return Array.from({ length: count }, (_, index) =>
    getAddress(getContractAddress({ from: factory.address, nonce: BigInt(index + 1) })),
  )
}
