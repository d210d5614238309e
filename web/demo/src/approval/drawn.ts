import type { Decision } from '../wallet/messages'

/** One question, ready to be put on the window. */
export type Drawn = {
  /** What the site asks, as the end of a sentence that begins with its origin. */
  readonly asks: string
  readonly body: readonly Node[]
  /** What was chosen, for questions that let a person choose. */
  readonly choice?: () => Omit<Decision, 'approved'>
}
