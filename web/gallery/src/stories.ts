import type { ReactNode } from 'react'
import type { State } from '../../shell/src/entry/store.ts'
import type { FrameState } from '../../vault/src/all/state.ts'
import type { PageKind } from '../../vault/src/views/Router.tsx'
import '../../modal/src/all/state.ts'

/** What a `*.story.tsx` exports: views as states of the store, parts as something to render. */
export interface Story {
  title: string
  states: { [name: string]: Partial<State> | (() => ReactNode) }
  /** A part that is shown in the dialog instead of a panel. */
  isInDialog?: boolean
}

/** The same of a view of the vault's frame. */
export interface FrameStory {
  title: string
  states: { [name: string]: Partial<FrameState> }
  /** What page it is in: unless it is said, a frame. */
  kind?: PageKind
  /** The words that show in it. */
  secret?: string
}

const views = import.meta.glob<Story>('../../modal/src/views/*/*.story.tsx', { eager: true })
const parts = import.meta.glob<Story>('../../kit/src/*/*.story.tsx', { eager: true })
const framed = import.meta.glob<FrameStory>('../../vault/src/views/*/*.story.tsx', { eager: true })

/** Every story of the modal there is, views first. */
export const ofModal: Story[] = [...Object.values(views), ...Object.values(parts)]

/** Every story of the vault's frame. */
export const ofFrame: FrameStory[] = Object.values(framed)

/** Every story there is, by title and names of states. */
export const stories: { title: string; states: object }[] = [...ofModal, ...ofFrame]
