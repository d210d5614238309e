/** One question, ready to be put on the window. */
export type Drawn = {
  /** What the site asks, as the end of a sentence that begins with its origin. */
  readonly asks: string
  readonly body: readonly Node[]
  /** The account chosen, for questions that let a person choose. */
  readonly account?: () => number
}
