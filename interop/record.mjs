/** Writes `crates/protocol/tests/recorded/walletconnect.json`: `node interop/record.mjs`. */

import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { VERSIONS } from './src/clients.mjs'
import { recordSession } from './src/recordedSession.mjs'
import { vectors } from './src/vectors.mjs'

const path = name => fileURLToPath(new URL(`../${name}`, import.meta.url))
const file = path('crates/protocol/tests/recorded/walletconnect.json')

const sessions = []
for (const version of VERSIONS) sessions.push(await recordSession(version))
await writeFile(file, `${JSON.stringify({ vectors: await vectors(), sessions }, null, 2)}\n`)
execFileSync(path('node_modules/.bin/biome'), ['format', '--write', file])
// Both clients keep timers of minutes.
process.exit(0)
