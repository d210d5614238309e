import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serveFolders } from '../folderServer.ts'
import { freePort } from '../freePort.ts'
import { root, target } from '../latchkitDev.ts'
import type { Example, Site } from './sites.ts'

const run = promisify(execFile)

/** A site that is served. */
export type Served = {
  readonly origin: string
  /** Rejects with what was said of warnings. */
  stop(): Promise<unknown>
}

/** An example in a folder of its own, outside of the repository, with the package as a host installs it. */
export type Installed = {
  /** Makes it, and serves what is there to be visited. Rejects with what was said where that fails. */
  serve(site: Site): Promise<Served | undefined>
  remove(): Promise<void>
}

/** Copies an example, and installs what its lock file says and the packed package beside it. */
export async function install(example: Example): Promise<Installed> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkit-example-'))
  const folder = join(parent, example)
  await cp(join(root, 'examples', example), folder, { recursive: true, filter: isSource })
  if (example !== 'plain') {
    await npm(folder, 'ci')
    const { stderr } = await npm(folder, 'install', '--no-save', await packed())
    // What npm thinks of a machine's own settings is not about the package.
    const warnings = stderr.match(/^npm warn (?!Unknown ).*$/gim)
    if (warnings) throw new Error(warnings.join('\n'))
  }
  return {
    serve: site => serve(folder, site),
    remove: () => rm(parent, { recursive: true }),
  }
}

const isSource = (file: string) => !/\/(node_modules|dist|\.next)$/.test(file)

const npm = (cwd: string, ...words: string[]) =>
  run('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd })

/** The file that `npm pack` makes of the release. */
async function packed(): Promise<string> {
  const folder = join(target, 'packed')
  await mkdir(folder, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'web/modal'),
  })
  return join(folder, JSON.parse(stdout)[0].filename)
}

async function serve(folder: string, { made, served }: Site): Promise<Served | undefined> {
  if (!made && !served) return serveFolders([['/', folder]], '')
  const env = {
    ...process.env,
    // There Next asks for a cache between builds.
    CI: undefined,
    NEXT_TELEMETRY_DISABLED: '1',
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  const said: string[] = []
  if (made) {
    const [program = '', ...words] = made
    const { stdout, stderr } = await run(program, words, { cwd: folder, env })
    said.push(stdout, stderr)
  }
  if (!served) return undefined
  const port = await freePort()
  const [program = '', ...words] = [...served, '--port', String(port)]
  // A group of its own, since what serves may have children.
  const child = spawn(program, words, { cwd: folder, env, detached: true })
  child.stdout.on('data', said.push.bind(said))
  child.stderr.on('data', said.push.bind(said))
  const ended = once(child, 'exit')
  const origin = `http://localhost:${port}`
  while (!(await fetch(origin).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said.join('')}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    origin,
    async stop() {
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
      await ended
      // What npm itself thinks of a machine is not about the example.
      const warnings = said.join('').match(/^(?!npm ).*(\bwarn|\w+Warning:|⚠|\(!\)).*$/gim)
      if (warnings) throw new Error(`${program} warned: ${warnings.join('\n')}`)
    },
  }
}
