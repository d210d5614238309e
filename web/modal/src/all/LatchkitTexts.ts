/** Some of the texts, and of the texts in these. */
export type LatchkitTextsInPart = {
  readonly [K in keyof LatchkitTexts]?:
    | (LatchkitTexts[K] extends string ? string : Partial<LatchkitTexts[K]>)
    | undefined
}

/** What the page's buttons say, and the dialog before its views are there. */
export interface LatchkitTexts {
  readonly connectWallet: string
  readonly connecting: string
  /** For people who hear it, as the next two: `{address}`. */
  readonly account: string
  /** `{balance}`, `{address}`. */
  readonly accountWithBalance: string
  /** `{network}`. */
  readonly network: string
  readonly wrongNetwork: string
  readonly dialogTitle: string
  readonly close: string
  /** A wallet that says no name. */
  readonly browserWallet: string
  /** Where the dialog could not be loaded. */
  readonly loadFailed: {
    readonly title: string
    readonly body: string
    /** Where the page's Content-Security-Policy is what keeps it out. */
    readonly policy: string
    readonly tryAgain: string
  }
}
