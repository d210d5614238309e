import { basename, join } from 'node:path'
import { reached } from '../../modal/build/reached.ts'

const web = join(import.meta.dirname, '../..')

/** The folder of the page's sources. */
const src: string = join(web, 'vault/src')

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

/** The tests of the components of the kit that are in the frame. */
export const testsOfKit = (): string[] =>
  [...filesOf('first'), ...filesOf('later')]
    .filter(file => file.startsWith(join(web, 'kit')) && file.endsWith('.tsx'))
    .map(file => file.replace(/\.tsx$/, '.test.tsx'))
