/**
 * Uniswap v2 and v3, and pools in them: 1 ETH is 2,500 USDC, 1 DAI is 1 USDC, 1 ONLYV2 is 0.5 USDC. A DUST
 * is 1,000,000 ETH by what its pool says, and the pool holds next to nothing.
 */

import { encodeFunctionData, maxUint256, parseEther, parseUnits, zeroAddress } from 'viem'
import { uniswapV2, uniswapV3 } from './artefacts.mjs'

const ether = amount => parseUnits(amount, 18)
const dollars = amount => parseUnits(amount, 6)

/** What a pool of a dust token holds, in wei of both. */
const DUST = { weth: 1_000_000_000_000n, token: 1_000_000n }
/** The distance of ticks for each fee, in millionths. */
const SPACINGS = { 100: 1, 500: 10, 3000: 60 }
/** No price is beyond it, nor below its negative. */
const LAST_TICK = 887_272

/** WETH as the first there was; account 0 has 2. */
export async function seedWeth(chain) {
  const weth = await chain.deploy(uniswapV2('periphery', 'WETH9'))
  const deposit = encodeFunctionData({ ...weth, functionName: 'deposit' })
  await chain.pay(chain.deployer, weth.address, parseEther('5000'), deposit)
  await chain.send(weth, 'transfer', chain.accounts[0], ether('2'))
  return weth
}

/** Factory, router, and a pair against WETH for three tokens. */
export async function seedUniswapV2(chain, weth, tokens) {
  const factory = await chain.deploy(uniswapV2('core', 'UniswapV2Factory'), chain.deployer)
  const periphery = uniswapV2('periphery', 'UniswapV2Router02')
  const router = await chain.deploy(periphery, factory.address, weth.address)
  const pair = async (token, amount, wethAmount) => {
    await provide(chain, router, token, amount)
    await provide(chain, router, weth, wethAmount)
    const addresses = [token.address, weth.address]
    const rest = [amount, wethAmount, 0n, 0n, chain.deployer, maxUint256]
    await chain.send(router, 'addLiquidity', ...addresses, ...rest)
    return chain.read(factory, 'getPair', ...addresses)
  }
  return {
    factory: factory.address,
    router: router.address,
    wethUsdc: await pair(tokens.usdc, dollars('2500000'), ether('1000')),
    wethOnlyV2: await pair(tokens.onlyV2, ether('500000'), ether('100')),
    wethDustV2: await pair(tokens.dustV2, DUST.token, DUST.weth),
  }
}

/** Factory, position manager, and three pools, each with one position over the full range. */
export async function seedUniswapV3(chain, weth, tokens) {
  const factory = await chain.deploy(uniswapV3('core', 'UniswapV3Factory'))
  await chain.send(factory, 'enableFeeAmount', 100, SPACINGS[100])
  const periphery = uniswapV3('periphery', 'NonfungiblePositionManager')
  // Nothing draws pictures of positions.
  const manager = await chain.deploy(periphery, factory.address, weth.address, zeroAddress)
  const pool = (fee, ...sides) => seedPool(chain, factory, manager, fee, sides)
  return {
    factory: factory.address,
    positionManager: manager.address,
    wethUsdc500: await pool(500, [weth, ether('2000')], [tokens.usdc, dollars('5000000')]),
    daiUsdc100: await pool(100, [tokens.dai, ether('1000000')], [tokens.usdc, dollars('1000000')]),
    wethDustV3: await pool(3000, [weth, DUST.weth], [tokens.dustV3, DUST.token]),
  }
}

async function seedPool(chain, factory, manager, fee, sides) {
  for (const [token, amount] of sides) await provide(chain, manager, token, amount)
  const [[token0, amount0], [token1, amount1]] = sides
    .map(([token, amount]) => [token.address, amount])
    .sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1))
  const price = root((amount1 << 192n) / amount0)
  await chain.send(manager, 'createAndInitializePoolIfNecessary', token0, token1, fee, price)
  const lastTick = LAST_TICK - (LAST_TICK % SPACINGS[fee])
  await chain.send(manager, 'mint', {
    token0,
    token1,
    fee,
    tickLower: -lastTick,
    tickUpper: lastTick,
    amount0Desired: amount0,
    amount1Desired: amount1,
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: chain.deployer,
    deadline: maxUint256,
  })
  return chain.read(factory, 'getPool', token0, token1, fee)
}

/** The deployer has so much of a token, and lets the spender take it. */
async function provide(chain, spender, token, amount) {
  const canBeMade = token.abi.some(({ name }) => name === 'mint')
  if (canBeMade) await chain.send(token, 'mint', chain.deployer, amount)
  await chain.send(token, 'approve', spender.address, amount)
}

/** The largest whole number whose square is not larger. */
function root(square) {
  let guess = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (guess + square / guess) / 2n
    if (next >= guess) return guess
    guess = next
  }
}
