import type { ComponentType } from 'react'
import type { View } from '../generated/View.ts'
import type { arrive } from './arrive.ts'
import type { bringSpend } from './bringSpend.ts'
import type { embed } from './embedded.ts'
import type { FirstView } from './FirstView.ts'
import type { FramePlace } from './FramePlace.tsx'
import type { Passage } from './passage.ts'

/** The views that the second chunk brings; for those of the third it has what stands in for them. */
export type LazyViewName = Exclude<View, FirstView>

/** What is in the second chunk. */
export interface LazyViews {
  views: Record<LazyViewName, ComponentType>
  /** Has them look and speak as they do, and tells of what no attribute of an instance's elements is. */
  arrive: typeof arrive
  passage: Passage
  /** The room of a view for what the vault's frame shows of it. */
  FramePlace: typeof FramePlace
  /** Shows an instance in its place on the page. */
  embed: typeof embed
  /** Brings the third chunk. */
  bringSpend: typeof bringSpend
}
