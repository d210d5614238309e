/**
 * A Solana node for tests: `node solana/node.mjs [--port <number>] [--seed] [--genesis <hash>]`. When it
 * listens, it prints one line of JSON: its URL and, with `--seed`, the addresses of what is there.
 */

import { parseArgs } from 'node:util'
import { listen } from './rpc/listen.mjs'
import { Node } from './rpc/node.mjs'
import { fromBase58 } from './rpc/params.mjs'
import { seed } from './seed/seed.mjs'

/** Of the real devnet, so that this one is solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1. */
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

const {
  port,
  seed: isSeeded,
  genesis,
} = parseArgs({
  options: {
    port: { type: 'string', default: '8899' },
    seed: { type: 'boolean', default: false },
    genesis: { type: 'string', default: DEVNET },
  },
}).values
if (!/^\d+$/.test(port) || fromBase58(genesis)?.length !== 32) {
  console.error('node solana/node.mjs [--port <number>] [--seed] [--genesis <hash>]')
  process.exit(2)
}
const node = await Node.open(genesis)
const seeded = isSeeded ? await seed(node) : {}
const url = await listen((method, params) => node.call(method, params), Number(port))
console.log(JSON.stringify({ url, genesisHash: genesis, ...seeded }))
