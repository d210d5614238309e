/** What can be deployed: our contracts, and those of others where npm put them. */

import { createRequire } from 'node:module'
import { multicall3Bytecode } from '../node_modules/viem/_esm/constants/contracts.js'

const require = createRequire(import.meta.url)

/** One of `src/`, as `compile.mjs` made it. */
export const ours = name => require(`../compiled/${name}.json`)

/** One of Uniswap v2: `core` or `periphery`. */
export const uniswapV2 = (part, name) =>
  withPrefix(require(`@uniswap/v2-${part}/build/${name}.json`))

/** One of Uniswap v3: `core` or `periphery`. */
export const uniswapV3 = (part, name) =>
  require(`@uniswap/v3-${part}/artifacts/contracts/${name}.sol/${name}.json`)

/** One of ENS: of the package `ens` or `resolver`. */
export const ens = (part, name) => require(`@ensdomains/${part}/build/contracts/${name}.json`)

/** Everybody calls it at the same address, so nobody needs its ABI from here. */
export const multicall3 = { abi: [], bytecode: multicall3Bytecode }

/** Their compiler wrote hex without `0x`. */
const withPrefix = ({ abi, bytecode }) => ({ abi, bytecode: `0x${bytecode}` })
