/** The tokens on a seeded chain: sound, odd and many. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { encodeFunctionData, erc20Abi, hexToString, parseAbi, parseEther, parseUnits } from 'viem'
import { accounts, SeededChain } from '../fixture/seeded.mjs'

const [alice, bob] = accounts
const MANY = 83

let chain
let tokens
let odd

before(async () => {
  chain = await SeededChain.start('--many', String(MANY))
  tokens = chain.addresses.tokens
  odd = chain.addresses.oddTokens
})
after(() => chain?.stop())

const ask = (address, functionName, ...args) => chain.read(address, erc20Abi, functionName, ...args)

/** The bytes that a call returns, which has a million of gas. */
const raw = async (to, functionName, ...args) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args })
  return (await chain.client.call({ to, data, gas: 1_000_000n })).data
}

test('sound tokens say what they are, and who has some', async () => {
  assert.equal(await ask(tokens.usdc, 'symbol'), 'USDC')
  assert.equal(await ask(tokens.usdc, 'decimals'), 6)
  assert.equal(await ask(tokens.dai, 'name'), 'Dai Stablecoin')
  assert.equal(await ask(tokens.weth, 'balanceOf', alice), parseEther('2'))
  // What they were given, less what went out, and what came in.
  assert.equal(await ask(tokens.usdc, 'balanceOf', alice), parseUnits('9886.75', 6))
  assert.equal(await ask(tokens.usdc, 'balanceOf', bob), parseUnits('5100.5', 6))
  assert.equal(await ask(tokens.dai, 'balanceOf', alice), parseUnits('2530', 18))
  assert.equal(await ask(tokens.unpriced, 'balanceOf', alice), parseUnits('42', 18))
})

test('one call asks for several at the known address', async () => {
  const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'
  const of = address => ({ address, abi: erc20Abi, functionName: 'symbol' })
  const contracts = [tokens.usdc, odd.silent, tokens.weth].map(of)
  const answers = await chain.client.multicall({ multicallAddress, contracts })
  assert.deepEqual(
    answers.map(({ result }) => result),
    ['USDC', undefined, 'WETH'],
  )
})

test('names are odd', async () => {
  const abi = parseAbi(['function symbol() view returns (bytes32)'])
  const symbol = await chain.read(odd.bytes32, abi, 'symbol')
  assert.equal(hexToString(symbol, { size: 32 }), 'BYTES32')
  assert.equal(await ask(odd.longSymbol, 'symbol'), 'L'.repeat(10_000))
  assert.equal(await ask(odd.markupSymbol, 'symbol'), '<img src=x onerror=alert(1)>')
})

test('decimals are odd', async () => {
  assert.equal(await ask(odd.zeroDecimals, 'decimals'), 0)
  await assert.rejects(ask(odd.revertingDecimals, 'decimals'), /decimals are not told/)
  assert.equal(await ask(odd.revertingDecimals, 'balanceOf', alice), 1_000n)
})

test('balances are odd', async () => {
  await assert.rejects(ask(odd.revertingBalance, 'balanceOf', alice), /balances are not told/)
  await assert.rejects(raw(odd.burningBalance, 'balanceOf', alice), /gas/i)
  assert.equal(await raw(odd.shortBalance, 'balanceOf', alice), '0xffffffffff')
})

test('one is silent, whatever it is asked', async () => {
  for (const name of ['symbol', 'decimals', 'totalSupply']) {
    assert.equal(await raw(odd.silent, name), undefined)
  }
  assert.equal(await raw(odd.silent, 'balanceOf', alice), undefined)
  const code = await chain.client.getCode({ address: odd.silent })
  assert.notEqual(code, undefined)
})

test('many tokens are proxies, each with a name of its own', async () => {
  const { manyTokens } = chain.addresses
  assert.equal(new Set(manyTokens).size, MANY)
  const last = manyTokens[MANY - 1]
  assert.equal(await ask(last, 'symbol'), `T${MANY}`)
  assert.equal(await ask(last, 'balanceOf', alice), parseEther(String(MANY)))
  assert.equal((await chain.client.getCode({ address: last })).length, 2 + 2 * 45)
})
