import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const importFrom = /^(?:import|export)\b(?!\s*type\b)[^'"]*?['"](\.[^'"]+)['"]/gm

/** The folder of the package's sources. */
export const src: string = join(import.meta.dirname, '../src')

/** A file of ours and all that it imports, types left out. */
export function reached(file: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  if (file.endsWith('.css')) return found
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(importFrom)) {
    const path = join(dirname(file), name.replace(/\?.*$/, ''))
    const paths = [path, `${path}.ts`, `${path}.tsx`]
    const next = paths.find(it => /\.(tsx?|css)$/.test(it) && existsSync(it))
    if (next) reached(next, found)
  }
  return found
}

/** The chunks of views, each by the file that leads to all of it: the first two come in this order, the others after them. */
const CHUNKS = {
  first: 'Router.tsx',
  lazy: 'lazyViews.ts',
  spend: 'spendViews.ts',
  entry: 'entryViews.ts',
}

export type ViewsChunk = keyof typeof CHUNKS

/** The files of a chunk of views, with those that it shares; `before`: those of the chunks before it. */
export function filesOf(chunk: ViewsChunk): { files: Set<string>; before: Set<string> } {
  const names = Object.keys(CHUNKS) as ViewsChunk[]
  const of = (name: ViewsChunk) => reached(join(src, 'views', CHUNKS[name]))
  const before = names.slice(0, Math.min(names.indexOf(chunk), 2)).flatMap(name => [...of(name)])
  return { files: of(chunk), before: new Set(before) }
}
