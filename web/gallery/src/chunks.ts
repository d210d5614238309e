import type { EntryViews } from '../../modal/src/views/EntryChunk.ts'
import * as entryViews from '../../modal/src/views/entryViews.ts'
import type { LazyChunk } from '../../modal/src/views/LazyChunk.ts'
import * as lazyViews from '../../modal/src/views/lazyViews.ts'
import type { LazyViews } from '../../modal/src/views/SecondChunk.ts'
import type { SpendViews } from '../../modal/src/views/SpendChunk.ts'
import * as spendViews from '../../modal/src/views/spendViews.ts'

/** A chunk of views that is there from the beginning. */
const there = <T>(views: T): LazyChunk<T> => ({
  get: () => views,
  subscribe: () => () => {},
  load() {},
})

/** The chunks of views after the first. */
export const CHUNKS = {
  lazy: there<LazyViews>(lazyViews),
  spend: there<SpendViews>(spendViews),
  entry: there<EntryViews>(entryViews),
}
