/**
 * Fills a fresh chain of anvil with what tests look for, and prints one JSON object with all addresses:
 * `node contracts/seed.mjs --rpc <URL> [--gateway <URL>] [--many <count>]`.
 *
 * Below the gateway are the metadata, the avatar and the lookups that the chain only points to; `--many`
 * gives account 0 so many tokens more. Neither changes an address of anything else.
 */

import { parseArgs } from 'node:util'
import { multicall3 } from './seed/artefacts.mjs'
import { seedAvatars } from './seed/avatars.mjs'
import { Chain } from './seed/chain.mjs'
import { seedCollectibles } from './seed/collectibles.mjs'
import { seedHistories } from './seed/histories.mjs'
import { linksOf } from './seed/links.mjs'
import { seedNames } from './seed/names.mjs'
import { seedUniswapV2, seedUniswapV3, seedWeth } from './seed/pools.mjs'
import { seedManyTokens, seedOddTokens, seedTokens } from './seed/tokens.mjs'

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const { rpc, gateway, many } = parseArgs({
  options: {
    rpc: { type: 'string' },
    gateway: { type: 'string' },
    many: { type: 'string', default: '0' },
  },
}).values
if (!rpc || !/^\d+$/.test(many)) {
  console.error('node contracts/seed.mjs --rpc <URL> [--gateway <URL>] [--many <count>]')
  process.exit(2)
}
const addresses = await seed(await Chain.open(rpc), linksOf(gateway), Number(many))
console.log(JSON.stringify(addresses, addressOf, 2))

/** In this order, for the addresses follow from it. What is optional comes last. */
async function seed(chain, links, count) {
  const step = async (name, work) => {
    const start = performance.now()
    const made = await work
    console.error(`${name}: ${Math.round(performance.now() - start)} ms`)
    return made
  }
  await step('multicall', chain.deployAt(MULTICALL3, multicall3))
  const weth = await step('WETH', seedWeth(chain))
  const tokens = await step('tokens', seedTokens(chain))
  const odd = await step('odd tokens', seedOddTokens(chain))
  const uniswapV2 = await step('Uniswap v2', seedUniswapV2(chain, weth, tokens))
  const uniswapV3 = await step('Uniswap v3', seedUniswapV3(chain, weth, tokens))
  const collectibles = await step('collectibles', seedCollectibles(chain, links))
  await step('histories', seedHistories(chain, tokens, collectibles))
  const ens = await step('names', seedNames(chain, links))
  const more = count === 0 ? [] : await step('many tokens', seedManyTokens(chain, count))
  await step('avatars', seedAvatars(chain, collectibles, ens))
  return {
    multicall3: MULTICALL3,
    tokens: { weth, ...tokens },
    oddTokens: odd,
    manyTokens: more,
    uniswapV2,
    uniswapV3,
    collectibles,
    ens,
  }
}

/** Of a contract only where it is. */
function addressOf(_, value) {
  return value?.abi ? value.address : value
}
