import { basename, join } from 'node:path'
import { reached } from '../../modal/build/reached.ts'

/** The folder of the page's sources. */
const src: string = join(import.meta.dirname, '../src')

/** What comes with the page, and what comes when the code that was mailed is being entered. */
export type FrameChunk = 'first' | 'later'

/** The files of a chunk of views, without those that were there before. */
export function filesOf(chunk: FrameChunk): string[] {
  const first = reached(join(src, 'views/Router.tsx'))
  if (chunk === 'first') return [...first]
  return [...reached(join(src, 'views/laterViews.ts'))].filter(file => !first.has(file))
}

/** The names of the components in a chunk. */
export const namesIn = (chunk: FrameChunk): Set<string> =>
  new Set(filesOf(chunk).map(file => basename(file, '.tsx')))
