import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { RunningNode, type Said } from '../../../solana/fixture/running.mjs'
import { type Build, packageOf } from '../../modal/build/outputs.ts'
import { serveFolders } from './folderServer.ts'
import { freePort } from './freePort.ts'
import { type Origins, pack, programOf, root } from './latchkitDev.ts'
import { type Seeds, startSeeds } from './seededChain.ts'

const chain = 'eip155:31337'
/** What the node of Solana says to be of, which the demo page has; the chain is named after it. */
const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
export const solanaChain = `solana:${genesis.slice(0, 32)}`
export const projectId = '0123456789abcdef'.repeat(2)

/** A server, and the demo page beside it, on a chain with everything on it, and one of Solana. */
export type Seeded = Seeds & { readonly solana: Said; readonly origins: Origins }

/** Starts `latchkit serve` as an operator configures it. Rejects with what it said if it does not come up. */
export async function startSeeded(build: Build): Promise<Seeded> {
  const program = programOf(build)
  const [seeds, node] = await Promise.all([
    startSeeds(),
    RunningNode.start('--seed', '--genesis', genesis),
  ])
  const solana = node.said
  const folder = await mkdtemp(join(tmpdir(), 'latchkit-seeded-'))
  const file = (name: string) => join(folder, name)
  const port = await freePort()
  const server = `http://localhost:${port}`
  await writeFile(file('tokens.json'), JSON.stringify(tokens(seeds, solana)))
  const env = {
    LATCHKIT_BIND: `127.0.0.1:${port}`,
    LATCHKIT_METRICS_BIND: '',
    LATCHKIT_LOG: 'warn',
    LATCHKIT_DATABASE: file('seeded.db'),
    LATCHKIT_TOKENS: file('tokens.json'),
    ...(build === 'quick' && { LATCHKIT_ASSETS: packageOf(build) }),
    ...configured(seeds, solana),
  }
  const child = spawn(program, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const ended = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error(`latchkit serve did not start: ${said.join('')}`))),
  ])
  if (line !== `latchkit: server at ${server}`) throw new Error(`latchkit serve said: ${line}`)
  const { stdout: policy } = await promisify(execFile)(program, ['csp'], { cwd: folder, env })
  await writeFile(file('config.json'), JSON.stringify({ serverUrl: server, projectId }))
  const site = await serveFolders(
    [
      ['/config.json', file('config.json')],
      ['/latchkit/', packageOf(build)],
      ['/', join(root, 'web/demo/dist')],
    ],
    policy.trim(),
  )
  await pack(site.origin, packageOf(build))
  const vault = server.replace('//localhost', '//vault.localhost')
  return {
    ...seeds,
    solana,
    origins: { host: site.origin, server, vault },
    async stop() {
      await site.stop()
      child.kill('SIGTERM')
      await ended
      await Promise.all([seeds.stop(), node.stop()])
      await rm(folder, { recursive: true })
    },
  }
}

/** What an operator writes of these chains, and of the first one's names, pools, histories and pictures. */
function configured({ url, gateway, addresses }: Seeds, solana: Said): Record<string, string> {
  const { tokens, uniswapV2, uniswapV3 } = addresses
  const pools = {
    wrapped_native: tokens.weth,
    dollar: tokens.usdc,
    uniswap_v3_factory: uniswapV3.factory,
    uniswap_v2_factory: uniswapV2.factory,
  }
  const project = { name: 'Seeded', dev: true, features: { activity: true } }
  return {
    LATCHKIT_CHAINS: JSON.stringify({ [chain]: [url], [solanaChain]: [solana.url] }),
    LATCHKIT_ENS_CHAIN: chain,
    LATCHKIT_POOLS: JSON.stringify({ [chain]: pools }),
    LATCHKIT_HISTORY: JSON.stringify({ scan_native: [chain] }),
    LATCHKIT_PRIVATE_HOSTS: JSON.stringify([new URL(gateway.url).host]),
    LATCHKIT_IPFS_GATEWAY: gateway.url,
    LATCHKIT_PROJECTS: JSON.stringify({ [projectId]: project }),
  }
}

/** The tokens that the operator lists, by chain. */
const tokens = (seeds: Seeds, { tokens: { usdc, euro } }: Said) => ({
  [chain]: tokensOf(seeds),
  [solanaChain]: [
    listed(usdc.mint, 'USDC', 'USD Coin', usdc.decimals),
    listed(euro.mint, 'EURN', 'Euro Note', euro.decimals),
  ],
})

const listed = (address: string | undefined, symbol: string, name: string, decimals = 18) => ({
  address,
  symbol,
  name,
  decimals,
})

/** One whose symbol is a script is listed with that. */
const tokensOf = ({ addresses: { tokens, oddTokens } }: Seeds) => [
  listed(tokens.usdc, 'USDC', 'USD Coin', 6),
  listed(tokens.dai, 'DAI', 'Dai Stablecoin'),
  listed(tokens.weth, 'WETH', 'Wrapped Ether'),
  listed(tokens.onlyV2, 'ONLYV2', 'Only On V2'),
  listed(tokens.dustV2, 'DUSTV2', 'Dust On V2'),
  listed(tokens.unpriced, 'NOPOOL', 'Without A Pool'),
  listed(oddTokens.markupSymbol, MARKUP, MARKUP),
  listed(oddTokens.revertingDecimals, 'NODEC', 'No Decimals To Tell'),
  listed(oddTokens.bytes32, 'BYTES32', 'Thirty-two Bytes'),
  listed(oddTokens.revertingBalance, 'REVERTS', 'Reverting Balance'),
  listed(oddTokens.burningBalance, 'BURNS', 'Burning Balance'),
  listed(oddTokens.shortBalance, 'SHORT', 'Short Balance'),
  listed(oddTokens.silent, 'SILENT', 'Silent'),
]

/** What the odd token says to be its symbol. */
export const MARKUP = '<img src=x onerror=alert(1)>'
