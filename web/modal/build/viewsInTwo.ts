import type { Plugin } from 'vite'
import { bundled } from './bundle.ts'

const SHARED = 'virtual:latchkit-shared'

/**
 * Builds the views as two files with one React: `views`, from the module `first`, is what the Connect
 * list waits for; `lazy`, from the module `second`, comes later.
 *
 * `lazy` is a function of the modules of `views` that it uses itself, and imports nothing. So each can
 * come from another place (beside the entry, the host's, the server's) and they still fit.
 */
export async function viewsInTwo(
  first: string,
  second: string,
): Promise<{ views: string; lazy: string }> {
  const { modules } = await bundled(first, [giving([])])
  const taken = new Set<string>()
  const { code } = await bundled(second, [taking(new Set(modules), taken)], {
    format: 'iife',
    globals: id => `shared[${[...taken].sort().indexOf(id)}]`,
  })
  const { code: views } = await bundled(first, [giving([...taken].sort())])
  return { views, lazy: `export default shared=>{${code};return bundle}` }
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

/** Leaves out what the other file `has`, and puts into `taken` what of it is used. */
const taking = (has: ReadonlySet<string>, taken: Set<string>): Plugin => ({
  name: 'latchkit-taking',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = importer && (await this.resolve(source, importer, { ...options, skipSelf: true }))
    if (!found || !has.has(found.id)) return
    taken.add(found.id)
    return { id: found.id, external: true }
  },
})
