/** The pools on a seeded chain, and what they say of prices. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseAbi, parseEther, zeroAddress } from 'viem'
import { SeededChain } from '../fixture/seeded.mjs'

const v2 = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function getAmountsOut(uint256 amount, address[] path) view returns (uint256[])',
  'function getPair(address, address) view returns (address)',
])
const v3 = parseAbi([
  'function token0() view returns (address)',
  'function liquidity() view returns (uint128)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function getPool(address, address, uint24) view returns (address)',
  'function ownerOf(uint256) view returns (address)',
  'function positions(uint256) view returns (uint96, address, address, address, uint24, int24, int24, uint128)',
])

let chain
let tokens
let uniswapV2
let uniswapV3

before(async () => {
  chain = await SeededChain.start()
  ;({ tokens, uniswapV2, uniswapV3 } = chain.addresses)
})
after(() => chain?.stop())

const isFirst = (token, other) => BigInt(token) < BigInt(other)

/** How much of the other token one of this is worth by a pair's reserves, in the smallest units of both. */
async function pairPrice(pair, token, other) {
  const [first, second] = await chain.read(pair, v2, 'getReserves')
  const price = Number(second) / Number(first)
  return isFirst(token, other) ? price : 1 / price
}

/** The same by the price of a pool, the square root of which has 96 bits after the point. */
async function poolPrice(pool, token, other) {
  const [root] = await chain.read(pool, v3, 'slot0')
  const price = (Number(root) / 2 ** 96) ** 2
  assert.equal(await chain.read(pool, v3, 'token0'), isFirst(token, other) ? token : other)
  return isFirst(token, other) ? price : 1 / price
}

const assertNear = (value, wanted) =>
  assert.ok(Math.abs(value / wanted - 1) < 1e-5, `${value} is not ${wanted}`)

test('v2: 1 ETH is 2,500 USDC, and 5,000 ONLYV2', async () => {
  const { weth, usdc, onlyV2 } = tokens
  assertNear(await pairPrice(uniswapV2.wethUsdc, weth, usdc), 2500e6 / 1e18)
  assertNear(await pairPrice(uniswapV2.wethOnlyV2, weth, onlyV2), 5000)
})

test('v2: the router finds the pairs, and takes 0.3 %', async () => {
  const path = [tokens.weth, tokens.usdc]
  const amount = parseEther('0.001')
  const amounts = await chain.read(uniswapV2.router, v2, 'getAmountsOut', amount, path)
  assertNear(Number(amounts[1]), 2.5e6 * 0.997)
})

test('v3: 1 ETH is 2,500 USDC, 1 DAI is 1 USDC', async () => {
  const { weth, usdc, dai } = tokens
  assertNear(await poolPrice(uniswapV3.wethUsdc500, weth, usdc), 2500e6 / 1e18)
  assertNear(await poolPrice(uniswapV3.daiUsdc100, dai, usdc), 1e6 / 1e18)
})

test('v3: the positions reach over the full range, and are the deployer’s', async () => {
  const manager = uniswapV3.positionManager
  for (const [id, fee, last] of [
    [1n, 500, 887_270],
    [2n, 100, 887_272],
    [3n, 3000, 887_220],
  ]) {
    const position = await chain.read(manager, v3, 'positions', id)
    assert.deepEqual(position.slice(4, 7), [fee, -last, last])
    assert.equal(
      await chain.read(manager, v3, 'ownerOf', id),
      '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
    )
  }
})

test('dust is worth a fortune by what its pools say, and they hold next to nothing', async () => {
  const { weth, dustV2, dustV3 } = tokens
  assertNear(await pairPrice(uniswapV2.wethDustV2, dustV2, weth), 1e6)
  assertNear(await poolPrice(uniswapV3.wethDustV3, dustV3, weth), 1e6)
  assert.ok((await chain.read(uniswapV3.wethDustV3, v3, 'liquidity')) <= 10n ** 9n)
})

test('one token has no pool, and one no pool of v3', async () => {
  const { weth, usdc, unpriced, onlyV2 } = tokens
  for (const other of [weth, usdc]) {
    assert.equal(await chain.read(uniswapV2.factory, v2, 'getPair', unpriced, other), zeroAddress)
    for (const fee of [100, 500, 3000, 10_000]) {
      const pool = token => chain.read(uniswapV3.factory, v3, 'getPool', token, other, fee)
      assert.deepEqual([await pool(unpriced), await pool(onlyV2)], [zeroAddress, zeroAddress])
    }
  }
})
