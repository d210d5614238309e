import { shared } from 'virtual:latchkit-shared'
import type { Chunk } from '../../../shell/src/all/loadChunk'
import type { LoadPart } from './LoadPart.ts'
import type { SpendViews } from './SpendChunk.ts'

// As in `entry/chunks.ts`.
declare const __SPEND_VIEWS__: Chunk<SpendFile>

/** The third chunk of views: a function of what it shares with the first and with the second. */
interface SpendFile {
  default(first: readonly object[], second: readonly object[]): SpendViews
}

/** Brings the third chunk of views; `first` are the modules that it shares with the first. */
export const bringSpend = async (load: LoadPart, first: readonly object[]): Promise<SpendViews> =>
  (await load(__SPEND_VIEWS__)).default(first, shared)
