import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
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
 * `src`, that no entry exports, or that ES2020 does not know, since a host would not have it.
 */
export function declarations(): { fileName: string; source: string }[] {
  // Below our packages, where the types of React are found.
  mkdirSync(join(web, '../target'), { recursive: true })
  const folder = mkdtempSync(join(web, '../target/declarations-'))
  try {
    tsc(['-p', join(web, 'modal/tsconfig.declarations.json'), '--outDir', folder])
    const written = entries.map(entry => join(folder, 'modal/src', entry))
    tsc([...ofHost, '--typeRoots', folder, ...written])
    const found = new Map<string, string>()
    for (const entry of entries) collect(join(folder, 'modal/src'), entry, found)
    // As written, since it names Vue, which is not among our packages; the example of Vue holds it to that.
    const vue = readFileSync(join(web, 'modal/vue.d.ts'), 'utf8')
    found.set('vue/vue.d.ts', vue)
    const missing = missingNames(found, entries)
    if (missing[0])
      throw new Error(`A public signature names what is not exported: ${missing.join(', ')}`)
    return [...found].map(([fileName, source]) => ({ fileName, source }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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
