import { mountStory } from './mount.tsx'
import { mountFrame } from './mountFrame.tsx'
import { ofFrame, ofModal } from './stories.ts'
import type { Setting } from './storyElement.ts'

/** A state of a story, by the name that its frame and its picture bear. */
export interface Scene {
  name: string
  /** What is in the state; nothing of a part. */
  shown: unknown
  /** Puts it on the page as the product does. */
  mount(setting: Setting): Mounted
}

/** What is on the page then. */
export interface Mounted {
  host: HTMLElement
  root: ShadowRoot
  remove(): void
}

/** Every state of every story of the modal. */
export const scenesOfModal: Scene[] = ofModal.flatMap(story =>
  Object.keys(story.states).map(state => ({
    name: `${story.title}.${state}`,
    shown: story.states[state],
    mount: (setting: Setting) => mountStory(story, state, setting),
  })),
)

/** The same of the vault's frame. */
export const scenesOfFrame: Scene[] = ofFrame.flatMap(({ title, states, kind, secret }) =>
  Object.entries(states).map(([state, shown]) => ({
    name: `${title}.${state}`,
    shown,
    mount(setting: Setting) {
      const mounted = mountFrame(shown, setting, kind)
      if (secret) mounted.show('words', secret)
      return mounted
    },
  })),
)

/** Every state of every story. */
export const scenes: Scene[] = [...scenesOfModal, ...scenesOfFrame]
