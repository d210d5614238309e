import type { Text } from '../../../modal/src/text/Texts.ts'
import type { Fault } from '../generated/Fault.ts'
import type { FlagKind } from '../generated/FlagKind.ts'
import type { ReadingKind } from '../generated/ReadingKind.ts'
import type { RowLabel } from '../generated/RowLabel.ts'
import type { StepAct } from '../generated/StepAct.ts'
import type { LaterView } from '../views/LaterView.ts'
import type en from './en.json'

/** The keys of the table with functions at the leaves. */
type Compiled<T> = { readonly [K in keyof T]: T[K] extends string ? Text : Compiled<T[K]> }

type Table = typeof en

/** What the frame says from the first on, by view: `text.Otp.sentTo({ email })`. */
export type FirstTexts = Compiled<Omit<Table, LaterView>> & Complete

/** What the views that come later say besides. */
export type LaterTexts = Compiled<Pick<Table, LaterView>> & CompleteLater

/** What can go wrong must have words here; a module that says more does not compile. */
interface Complete {
  faults: Record<Fault['type'], Text>
}

/** Likewise all that can be said of what is to be approved. */
interface CompleteLater {
  Approve: {
    kinds: Record<ReadingKind, { verb: Text; approve: Text }>
    acts: Record<StepAct, Text>
    labels: Record<RowLabel, Text>
    flags: Record<FlagKind, { title: Text; body: Text }>
  }
}
