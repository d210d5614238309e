import { comeIn, land, takeOff } from './flight.ts'
import { type At, keepPlace, takePlace } from './places.ts'

/** What is done when a view comes or goes. It comes with the second chunk: the first view does without. */
export interface Passage {
  leave(view: HTMLElement, at: At): void
  arrive(view: HTMLElement, at: At): void
  /** The dialog closes over the connection that the view was about. */
  land(view: HTMLElement): void
}

export const passage: Passage = {
  leave(view, at) {
    keepPlace(view, at)
    takeOff(view)
  },
  arrive(view, at) {
    takePlace(view, at)
    comeIn(view)
  },
  land,
}
