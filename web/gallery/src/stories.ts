import type { ReactNode } from 'react'
import type { State } from '../../shell/src/entry/store.ts'
import '../../modal/src/all/state.ts'

/** What a `*.story.tsx` exports: views as states of the store, parts as something to render. */
export interface Story {
  title: string
  states: { [name: string]: Partial<State> | (() => ReactNode) }
  /** A part that is shown in the dialog instead of a panel. */
  isInDialog?: boolean
}

const views = import.meta.glob<Story>('../../modal/src/views/*/*.story.tsx', { eager: true })
const parts = import.meta.glob<Story>('../../kit/src/*/*.story.tsx', { eager: true })

/** Every story there is, views first. */
export const stories: Story[] = [...Object.values(views), ...Object.values(parts)]

/** Every state of every story, by the name that its frame and its picture bear. */
export const scenes = stories.flatMap(story =>
  Object.keys(story.states).map(state => ({ story, state, name: `${story.title}.${state}` })),
)
