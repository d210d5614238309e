// Checks the lists of tokens beside it against what others have published: `node attest.mjs FOLDER`.
//
// FOLDER holds the packages that README.md names, each unpacked as `FOLDER/node_modules/<name>`, and in
// `FOLDER/lists` more lists in the form of tokenlists.org. `SOURCES` has a reader for each. What is wrong
// with a row is printed, and the script fails then. With `--more N` it prints which tokens N sources or
// more have and the list lacks. It writes nothing: what is listed, and where, is decided by hand.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { getAddress, isAddress } from 'viem'

const { values, positionals } = parseArgs({
  options: { more: { type: 'string' } },
  allowPositionals: true,
})
const [folder] = positionals
if (!folder) throw new Error('node attest.mjs FOLDER [--more N]')
const packages = join(folder, 'node_modules')
const here = dirname(fileURLToPath(import.meta.url))

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** Networks by the names that packages have for them. */
const NETWORKS = {
  arbitrum: 42161,
  aurora: 1313161554,
  avalanche: 43114,
  base: 8453,
  bsc: 56,
  celo: 42220,
  ethereum: 1,
  fantom: 250,
  linea: 59144,
  optimism: 10,
  polygon: 137,
  solana: SOLANA,
  xdai: 100,
}
/** What a token was called before, or is called elsewhere, by how it is called here. */
const RENAMED = {
  AGEUR: 'EURA',
  EUROC: 'EURC',
  INST: 'FLUID',
  KNCV2: 'KNC',
  MIMATIC: 'MAI',
  SNBNB: 'SLISBNB',
  TON: 'TONCOIN',
  USDT0: 'USDT',
  WMATIC: 'WPOL',
}
/** The native currency as a contract: its balance would be told twice. */
const NATIVE = [
  'eip155:137 0x0000000000000000000000000000000000001010',
  'eip155:324 0x000000000000000000000000000000000000800A',
  'eip155:42220 0x471EcE3750Da237f93B8E339c536989b8978a438',
]

const text = path => readFileSync(join(packages, path), 'utf8')
const json = path => JSON.parse(text(path))
const load = path => import(pathToFileURL(join(packages, path)))
const names = path => readdirSync(join(packages, path))
const quoted = list => list.match(/(?<=["'])[^"',\s]+(?=["'])/g) ?? []
const groups = (path, pattern) => [...text(path).matchAll(pattern)].map(match => match.groups)

/** Every part of a value that tells of a token. */
function* tokens(value, seen = new Set()) {
  if (!value || typeof value !== 'object' || seen.has(value)) return
  seen.add(value)
  if (value.address && value.symbol) yield value
  for (const part of Object.values(value)) yield* tokens(part, seen)
}

const LEDGER = '@ledgerhq/cryptoassets/lib/data'
const BEEFY = '@beefyfinance/blockchain-addressbook/dist/address-book'
const CURVE = '@curvefi/api/lib/constants/pools'
const SWAPKIT = '@swapkit/tokens/src/tokenLists'
const LISTS = 'jupiter oneinch pancakeswap traderjoe_v2 openocean_v2 kado thorchain pangolin_v1'
const PLACES = { SIX: 6, EIGHT: 8, NINE: 9, LAMPORTS_EXP: 9 }

/** Readers: each returns what its package tells of tokens. */
const SOURCES = {
  '@ledgerhq/cryptoassets': () => [
    ...names(`${LEDGER}/evm`)
      .filter(name => Number(name))
      .flatMap(chainId =>
        json(`${LEDGER}/evm/${chainId}/erc20.json`).map(row => {
          return { chainId, address: row[6], symbol: row[2], decimals: row[3] }
        }),
      ),
    ...json(`${LEDGER}/spl.json`).map(([, , , symbol, address, decimals]) => {
      return { chainId: SOLANA, address, symbol, decimals }
    }),
  ],
  '@beefyfinance/blockchain-addressbook': async () => {
    const networks = names(BEEFY).filter(name => !name.startsWith('index'))
    const read = networks.map(name => load(`${BEEFY}/${name}/tokens/tokens.cjs`))
    return (await Promise.all(read)).flatMap(module => [...tokens(module.default)])
  },
  '@swapkit/tokens': () =>
    LISTS.split(' ').flatMap(name =>
      groups(
        `${SWAPKIT}/${name}.ts`,
        /address: "(?<address>\w+)",\s*chain: "\w+",\s*chainId: "(?<chainId>\w+)",\s*decimals: (?<decimals>\d+),[\s\S]*?ticker: "(?<symbol>[^"]*)"/g,
      ).map(token => ({ ...token, chainId: NETWORKS[token.chainId] ?? token.chainId })),
    ),
  '@eth-optimism/tokenlist': async () => [
    ...tokens((await load('@eth-optimism/tokenlist/dist/index.mjs')).default),
  ],
  '@yodlpay/tokenlists': () => [
    ...tokens(json('@yodlpay/tokenlists/dist/tokenlist-generated.json')),
    ...tokens(json('@yodlpay/tokenlists/dist/tokenlist-featured.json')),
  ],
  '@lifi/data-types': async () =>
    [...tokens((await load('@lifi/data-types/src/_cjs/coins/index.js')).defaultCoins)].map(
      token => {
        const chainId = token.chainId === 1151111081099710 ? SOLANA : token.chainId
        return { ...token, chainId }
      },
    ),
  '@aave-dao/aave-address-book': async () =>
    (await load('@aave-dao/aave-address-book/dist/tokenlist.mjs')).tokens.filter(token =>
      token.tags.includes('underlying'),
    ),
  '@superfluid-finance/tokenlist': () =>
    json('@superfluid-finance/tokenlist/dist/superfluid.extended.tokenlist.json').tokens.filter(
      token => !token.tags.includes('supertoken'),
    ),
  '@shapeshiftoss/asset-service': () =>
    Object.values(json('@shapeshiftoss/asset-service/dist/service/generatedAssetData.json')).map(
      ({ assetId, symbol, precision }) => {
        const [, chainId, address] = /^eip155:(\d+)\/\w+:(0x\w+)$/.exec(assetId) ?? []
        return { chainId, address, symbol, decimals: precision }
      },
    ),
  '@metamask/contract-metadata': () =>
    Object.entries(json('@metamask/contract-metadata/contract-map.json')).map(
      ([address, { symbol, decimals }]) => ({ chainId: 1, address, symbol, decimals }),
    ),
  '@wormhole-foundation/sdk-base': () =>
    text('@wormhole-foundation/sdk-base/dist/esm/constants/tokens/mainnet.js')
      .split(/\n {4}\[\n {8}"/)
      .flatMap(part => {
        const chainId = NETWORKS[part.slice(0, part.indexOf('"')).toLowerCase()]
        const row = /symbol: "(.+)",\s*decimals: (\d+),\s*address: "(\w+)"/g
        return [...part.matchAll(row)].map(([, symbol, decimals, address]) => {
          return { chainId, address, symbol, decimals }
        })
      }),
  '@curvefi/api': () =>
    Object.keys(NETWORKS)
      .filter(name => names(CURVE).includes(`${name}.js`))
      .flatMap(name =>
        groups(
          `${CURVE}/${name}.js`,
          /underlying_coins: \[(?<symbols>[^\]]*)\][\s\S]*?underlying_coin_addresses: \[(?<addresses>[^\]]*)\][\s\S]*?underlying_decimals: \[(?<decimals>[^\]]*)\]/g,
        ).flatMap(({ symbols, addresses, decimals }) =>
          quoted(addresses).map((address, at) => {
            const [symbol, places] = [quoted(symbols)[at], decimals.split(',')[at]]
            return { chainId: NETWORKS[name], address, symbol, decimals: places }
          }),
        ),
      ),
  '@solana/spl-token-registry': () =>
    json('@solana/spl-token-registry/dist/main/tokens/solana.tokenlist.json')
      .tokens.filter(token => token.chainId === 101)
      .map(token => ({ ...token, chainId: SOLANA })),
  '@drift-labs/sdk': () =>
    groups(
      '@drift-labs/sdk/lib/node/constants/spotMarkets.js',
      /symbol: '(?<symbol>.+)'[\s\S]*?mint: new web3_js_1.PublicKey\('(?<address>\w+)'\)[\s\S]*?precisionExp: \w+\.(?<exponent>\w+)/g,
    ).map(({ exponent, ...token }) => ({ ...token, chainId: SOLANA, decimals: PLACES[exponent] })),
  '@uniswap/sdk-core': () =>
    groups(
      '@uniswap/sdk-core/dist/cjs/src/entities/weth9.js',
      /Token\((?<chainId>\d+), '(?<address>\w+)', (?<decimals>\d+), '(?<symbol>\w+)'/g,
    ),
  '@circle-fin/bridge-kit': () =>
    groups(
      '@circle-fin/bridge-kit/chains.cjs',
      /chainId: (?<chainId>\d+),[\s\S]*?usdcAddress: '(?<address>\w+)'/g,
    ).map(token => ({ ...token, symbol: 'USDC' })),
  '@mento-protocol/mento-sdk': async () => {
    const path = '@mento-protocol/mento-sdk/dist/cjs/constants/tradablePairs.js'
    const pairs = (await load(path)).TRADABLE_PAIRS[42220]
    return [...tokens(pairs)].map(token => ({ ...token, chainId: 42220 }))
  },
  '@zoralabs/protocol-deployments': () =>
    groups(
      '@zoralabs/protocol-deployments/dist/index.js',
      /wethAddress = \{[\s\S]*?(?<chainId>7777777): "(?<address>\w+)"/g,
    ).map(token => ({ ...token, symbol: 'WETH' })),
  lists: () =>
    readdirSync(join(folder, 'lists')).flatMap(
      name => JSON.parse(readFileSync(join(folder, 'lists', name), 'utf8')).tokens,
    ),
}

/** A symbol as it is compared: without the mark of a bridge, by today's name. */
function plain(symbol) {
  const bare = symbol
    .replaceAll('₮', 'T')
    .replace(/[._]e$/i, '')
    .replace(/^(\$|lz(?=[A-Z]))/, '')
  const upper = bare.toUpperCase()
  return RENAMED[upper] ?? upper
}

/** What is known of each token, by network and address: who says so, its symbol, its decimals. */
async function gathered() {
  const known = new Map()
  for (const [source, read] of Object.entries(SOURCES)) {
    for (const { chainId, address, symbol, decimals } of await read()) {
      const network = chainId === SOLANA ? SOLANA : `eip155:${chainId}`
      const isEvm = isAddress(address ?? '', { strict: false })
      if (isEvm === (network === SOLANA)) continue
      const key = `${network} ${isEvm ? getAddress(address.toLowerCase()) : address}`
      const told = { source, symbol: plain(symbol), decimals: decimals && Number(decimals) }
      known.set(key, [...(known.get(key) ?? []), told])
    }
  }
  return known
}

/** The sources that agree with a row; none if nobody tells its decimals. */
function agreeing(told = [], { symbol, decimals }) {
  const same = told.filter(
    it => it.symbol === plain(symbol) && (it.decimals ?? decimals) === decimals,
  )
  return same.some(it => it.decimals) ? new Set(same.map(it => it.source)) : new Set()
}

/** The number of bytes that a text of base58 stands for; nothing if it is none. */
function base58Length(address) {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const places = [...address].map(letter => digits.indexOf(letter))
  if (places.includes(-1)) return undefined
  const number = places.reduce((sum, place) => sum * 58n + BigInt(place), 0n)
  const zeros = /^1*/.exec(address)[0].length
  return zeros + (number ? Math.ceil(number.toString(16).length / 2) : 0)
}

/** What is wrong with the form of a row. */
function faults(network, row) {
  const { address, symbol, name, decimals } = row
  const isSolana = network === SOLANA
  const tests = {
    fields: Object.keys(row).join() === 'address,symbol,name,decimals',
    address: isSolana ? base58Length(address) === 32 : getAddress(address) === address,
    symbol: /^[!-~]{1,16}$/.test(symbol) && !/[<>&"]/.test(symbol),
    name: /^[ -~]{1,64}$/.test(name) && name === name.trim() && !/[<>&"]/.test(name),
    decimals: Number.isInteger(decimals) && decimals >= 1 && decimals <= 36,
    native: !NATIVE.includes(`${network} ${address}`),
  }
  return Object.keys(tests).filter(key => !tests[key])
}

/** Checks a list, prints what is wrong with it, and tells whether nothing is. */
function check(file, known) {
  const network = file.replace('.json', '').replace('-', ':')
  const written = readFileSync(join(here, file), 'utf8')
  const rows = JSON.parse(written)
  const wrong = rows.flatMap((row, at) => {
    const sources = agreeing(known.get(`${network} ${row.address}`), row)
    const twin = rows.findIndex(it => it.address === row.address || it.symbol === row.symbol)
    const found = faults(network, row)
    if (sources.size < 2) found.push(`only ${[...sources].join() || 'nobody'} has it so`)
    if (twin < at) found.push(`row ${twin + 1} has its address or symbol`)
    return found.map(fault => `row ${at + 1}, ${row.symbol}: ${fault}`)
  })
  const lines = rows.map(row => `  ${JSON.stringify(row)}`)
  if (written !== `[\n${lines.join(',\n')}\n]\n`) wrong.push('not one token a line')
  console.log(`${file}: ${rows.length} tokens`, ...wrong.map(line => `\n  ${line}`))
  return wrong.length === 0
}

/** Prints the tokens that many sources have and no list, those with most sources first. */
function printMore(listed, known, least) {
  const more = [...known]
    .filter(([key]) => listed.has(key.split(' ')[0]) && !listed.get(key.split(' ')[0]).has(key))
    .map(([key, told]) => ({ key, told, count: new Set(told.map(it => it.source)).size }))
    .filter(({ count }) => count >= least)
    .sort((a, b) => b.count - a.count)
  for (const { key, told, count } of more) {
    console.log(count, key, ...new Set(told.map(it => `${it.symbol}/${it.decimals}`)))
  }
}

const known = await gathered()
const lists = readdirSync(here).filter(name => /^(eip155|solana)-.+\.json$/.test(name))
const isRight = lists.map(file => check(file, known)).every(Boolean)
if (values.more) {
  const listed = lists.map(file => {
    const network = file.replace('.json', '').replace('-', ':')
    const rows = JSON.parse(readFileSync(join(here, file), 'utf8'))
    return [network, new Set(rows.map(row => `${network} ${row.address}`))]
  })
  printMore(new Map(listed), known, Number(values.more))
}
if (!isRight) process.exitCode = 1
