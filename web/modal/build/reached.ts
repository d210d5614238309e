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

/** The files of the first chunk of views. */
export const firstFiles = (): Set<string> => reached(join(src, 'views/Router.tsx'))

/** The files of the second, with those that it shares with the first. */
export const lazyFiles = (): Set<string> => reached(join(src, 'views/lazyViews.ts'))
