import type { Plugin } from 'vite'
import { bundled, minified } from './bundle.ts'

const SHARED = 'virtual:latchkit-shared'

/** The first so many come one after the other; those behind them come in any order, each after all of these. */
const IN_ORDER = 2

/**
 * Builds the views as several files with one React, from the modules `entries`: the first is what the
 * Connect list waits for, the second comes after it, and each of the others after those two.
 *
 * Each of the others is a function of what those before it give, one list of modules for each, and imports
 * nothing. So each can come from another place (beside the entry, the host's, the server's) and they still fit.
 */
export async function viewsInParts(entries: readonly string[]): Promise<string[]> {
  const modules: ReadonlySet<string>[] = []
  const given = entries.map(() => new Set<string>())
  const listOf = (at: number) => [...(given[at] ?? [])].sort()
  const ownerOf = (id: string) => modules.findIndex(has => has.has(id))
  const build = (entry: string, at: number) =>
    bundled(
      entry,
      [giving(listOf(at)), taking(ownerOf, at, given)],
      at === 0
        ? {}
        : {
            format: 'iife',
            globals: id => `shared[${ownerOf(id)}][${listOf(ownerOf(id)).indexOf(id)}]`,
          },
    )
  const last = entries.length - 1
  let codes: string[] = []
  for (const [at, entry] of entries.entries()) {
    const built = await build(entry, at)
    modules.push(new Set(built.modules))
    codes.push(built.code)
  }
  // What each gives is known now, and was when the last was built.
  codes = await Promise.all(
    entries.map(async (entry, at) => (at < last ? (await build(entry, at)).code : `${codes[at]}`)),
  )
  const whole = (code: string, at: number) =>
    at === 0 ? code : `export default (...shared)=>{${code};return bundle}`
  return Promise.all(codes.map((code, at) => minified(whole(code, at))))
}

/** `virtual:latchkit-shared`: the modules at these paths, for the file that has them to give away. */
export const giving = (paths: readonly string[]): Plugin => ({
  name: 'latchkit-giving',
  resolveId: id => (id === SHARED ? `\0${SHARED}` : undefined),
  load(id) {
    if (id !== `\0${SHARED}`) return
    const imports = paths.map((path, at) => `import * as _${at} from ${JSON.stringify(path)}`)
    return `${imports.join('\n')}\nexport const shared = [${paths.map((_, at) => `_${at}`)}]`
  },
})

/** Leaves out of the file `at` what one before it has, and notes in `given` what of that is used. */
const taking = (
  ownerOf: (id: string) => number,
  at: number,
  given: readonly Set<string>[],
): Plugin => ({
  name: 'latchkit-taking',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    // Each file has a list of its own.
    if (at === 0 || !importer || source === SHARED) return
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    const owner = found ? ownerOf(found.id) : -1
    if (!found || owner < 0 || owner >= Math.min(at, IN_ORDER)) return
    given[owner]?.add(found.id)
    return { id: found.id, external: true }
  },
})
