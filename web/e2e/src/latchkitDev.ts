import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type Build, frameOf, packageOf } from '../../modal/build/outputs.ts'

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../../..')

/** Where Cargo and the tests write. */
export const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target')

/** The origins of a running `latchkit dev`. */
export type Origins = { readonly host: string; readonly server: string; readonly vault: string }

/** A server with a chain and a demo page, on ports of their own. */
export type Dev = {
  readonly origins: Origins
  /** Runs `latchkit project …` on its database; gives what that prints. */
  project(...words: readonly string[]): Promise<string>
  stop(): Promise<void>
}

/** How the server of a build is made, and where its package and its frame are placed: in a folder, or in the binary. */
const programs: Record<Build, { made: string; placed: readonly string[] }> = {
  quick: {
    made: 'cargo build --profile quick -p server',
    placed: ['--package', packageOf('quick'), '--frame', frameOf('quick')],
  },
  release: { made: 'cargo build --release -p server --features embed', placed: [] },
}

/** The server's program. */
export function programOf(build: Build): string {
  const program = join(target, build, 'latchkit')
  if (!existsSync(program)) throw new Error(`${program} is missing: ${programs[build].made}`)
  return program
}

/**
 * Starts the `latchkit dev` of a build with an empty database and these options besides. Rejects with
 * what it said if it does not come up.
 */
export async function startDev(build: Build, ...options: readonly string[]): Promise<Dev> {
  const program = programOf(build)
  const { placed } = programs[build]
  const folder = await mkdtemp(join(tmpdir(), 'latchkit-e2e-'))
  const database = join(folder, 'e2e.db')
  const words = ['dev', '--port', '0', '--host-port', '0', '--database', database]
  const child = spawn(program, [...words, ...placed, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
  await pack(host, packageOf(build))
  return {
    origins: { host, server, vault: server.replace('//localhost', '//vault.localhost') },
    async project(...words) {
      const env = { LATCHKIT_DATABASE: database }
      const { stdout } = await promisify(execFile)(program, ['project', ...words], {
        cwd: folder,
        env,
      })
      return stdout.trim()
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** Has the server compress the package now, so that the first test of a worker does not wait for it. */
export async function pack(host: string, folder: string): Promise<void> {
  const headers = { 'accept-encoding': 'br' }
  const files = (await readdir(folder)).filter(file => /js$|wasm$/.test(file))
  await Promise.all(files.map(file => fetch(`${host}/latchkit/${file}`, { headers })))
}
