import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../../..')

/** Where Cargo and the tests write. */
export const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target')

/** The origins of a running `latchkit dev`. */
export type Origins = { readonly host: string; readonly server: string; readonly vault: string }

/** A server with a chain and a demo page, on ports of their own. */
export type Dev = { readonly origins: Origins; stop(): Promise<void> }

/** Starts `latchkit dev` with an empty database. Rejects with what it said if it does not come up. */
export async function startDev(): Promise<Dev> {
  const program = join(target, 'quick/latchkit')
  if (!existsSync(program))
    throw new Error(`${program} is missing: cargo build --profile quick -p server`)
  const folder = await mkdtemp(join(tmpdir(), 'latchkit-e2e-'))
  const words = ['dev', '--port', '0', '--host-port', '0', '--database', join(folder, 'e2e.db')]
  const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const ended = once(child, 'exit')
  const found = new Map<string, string>()
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, url] = /^latchkit: (server|demo) at (\S+?)\/?$/.exec(line) ?? []
    if (name && url) found.set(name, url)
    if (found.size === 2) break
  }
  const [server, host] = [found.get('server'), found.get('demo')]
  if (!server || !host) throw new Error(`latchkit dev did not start: ${said.join('')}`)
  return {
    origins: { host, server, vault: server.replace('//localhost', '//vault.localhost') },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
