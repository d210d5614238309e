import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { foreignNames } from './foreignNames.ts'
import { missingNames } from './publicNames.ts'

const web = resolve(import.meta.dirname, '../..')
const entries = ['entry/main.d.ts', 'react/react.d.ts', 'generated/builtIn.d.ts']
/** What a host may have set at its strictest and oldest: it checks our declarations, too. */
const ofHost =
  '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false --target es2020'
    .concat(' --lib es2020,dom,dom.iterable --module esnext --moduleResolution bundler')
    .split(' ')
const relativeImport = /(from |import\()'(\.[^']*?)(?:\.tsx?)?'/g

/**
 * The declarations of the public entries and of what they name, and nothing else. Types were checked
 * before; here they are only written down. Throws if the public surface names something that is not in
 * `src`, that no entry exports, that is of a package which is none of ours to have, or that ES2020 does
 * not know, since a host would not have it.
 */
export function declarations(): { fileName: string; source: string }[] {
  // Below our packages, where the types of React are found.
  mkdirSync(join(web, '../target'), { recursive: true })
  const folder = mkdtempSync(join(web, '../target/declarations-'))
  try {
    tsc(['-p', join(web, 'modal/tsconfig.declarations.json'), '--outDir', folder])
    const found = new Map<string, string>()
    for (const entry of entries) collect(join(folder, 'modal/src'), entry, found)
    // As written, since it names Vue, which is not among our packages; the example of Vue holds it to that.
    const vue = readFileSync(join(web, 'modal/vue.d.ts'), 'utf8')
    found.set('vue/vue.d.ts', vue)
    const missing = missingNames(found, entries)
    if (missing[0])
      throw new Error(`A public signature names what is not exported: ${missing.join(', ')}`)
    const foreign = foreignNames(found, peers())
    if (foreign[0])
      throw new Error(`The declarations take from what no host has to have: ${foreign.join(', ')}`)
    const packed = join(folder, 'packed')
    for (const [fileName, source] of found) {
      mkdirSync(dirname(join(packed, fileName)), { recursive: true })
      writeFileSync(join(packed, fileName), source)
    }
    tsc([...ofHost, '--typeRoots', folder, ...entries.map(entry => join(packed, entry))])
    return [...found].map(([fileName, source]) => ({ fileName, source }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a host has who uses the entry that needs it. */
const peers = () =>
  Object.keys(JSON.parse(readFileSync(join(web, 'modal/package.json'), 'utf8')).peerDependencies)

const tsc = (words: readonly string[]) =>
  execFileSync(join(web, '../node_modules/.bin/tsc'), words, { stdio: 'inherit' })

/** A file and those it names, with imports as Node wants them: `./surface.js` finds `surface.d.ts`. */
function collect(source: string, fileName: string, found: Map<string, string>) {
  if (found.has(fileName)) return
  // What a module imports for its effect alone has no types.
  const text = readFileSync(join(source, fileName), 'utf8').replace(/^import '[^']*';?\n/gm, '')
  const named: string[] = []
  const written = text.replace(relativeImport, (_, before: string, path: string) => {
    named.push(`${relative(source, resolve(source, dirname(fileName), path))}.d.ts`)
    return `${before}'${path}.js'`
  })
  found.set(fileName, written)
  for (const name of named) {
    if (name.startsWith('..'))
      throw new Error(`${fileName} makes ${name} public, which is not in the package`)
    collect(source, name, found)
  }
}
