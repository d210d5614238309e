/** One thing that is wrong with the options. */
export interface OptionIssue {
  /** Where: `networks[0].name`. */
  readonly path: string
  /** What: `Required`, `Expected string, received number`, `Invalid input`, … */
  readonly message: string
}

/** Thrown by `createLatchkit` and `updateOptions` when the options cannot be used. */
export class LatchkitConfigError extends Error {
  override readonly name = 'LatchkitConfigError'
  /** The path of the first issue. */
  declare readonly path: string
  declare readonly issues: readonly OptionIssue[]

  /** `by` is what was called with them. */
  constructor(issues: readonly OptionIssue[], by = 'createLatchkit') {
    super(`${by}: ${issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}`)
    this.path = issues[0]?.path ?? ''
    this.issues = issues
  }
}
