import type { ConnectError } from '../generated/ConnectError.ts'
import type { EntryFault } from '../generated/EntryFault.ts'
import type { Namespace } from '../generated/Namespace.ts'
import type { ToastText } from '../generated/ToastText.ts'
import type { View } from '../generated/View.ts'
import type { EntryPart, EntryView } from '../views/EntryView.ts'
import type { FirstView } from '../views/FirstView.ts'
import type { SpendPart, SpendView } from '../views/SpendView.ts'
import type en from './en.json'

/** A text; the names in its braces are the keys of `values`. */
export type Text = (values?: { [name: string]: string | number }) => string

/** The keys of the table with functions at the leaves. */
type Compiled<T> = { readonly [K in keyof T]: T[K] extends string ? Text : Compiled<T[K]> }

type Table = typeof en
type LazySection = Extract<keyof Table, Exclude<View, FirstView | SpendView | EntryView>>
type SpendSection = SpendView | SpendPart
type EntrySection = EntryView | EntryPart

/** What the page's buttons and the first frame say, in messages. */
export type PageTexts = Readonly<Omit<Table['page'], 'loadFailed'>> & {
  readonly loadFailed: Readonly<Table['page']['loadFailed']>
}

/** What developers read in the console. */
export type AlertTexts = Compiled<Table['alerts']>

/** What is told at the foot of the page. */
export type NoticeTexts = Compiled<Table['notice']>

/** What is said of the vault's frame. */
export type EmbeddedTexts = Compiled<Table['embedded']>

/** What the first views say, by view: `text.Connect.found({ count })`. */
export type FirstTexts = Compiled<
  Omit<
    Table,
    'page' | 'alerts' | 'notice' | 'embedded' | LazySection | SpendSection | EntrySection
  > &
    Pick<Table['page'], 'loadFailed'>
> &
  Complete

/** What the views of the second chunk say besides. */
export type LazyTexts = Compiled<Pick<Table, LazySection>>

/** What those of the third say besides. */
export type SpendTexts = Compiled<Pick<Table, SpendSection>>

/** What the modal's own fields to sign in by e-mail say besides. */
export type EntryTexts = Compiled<Pick<Table, EntrySection>> & {
  EmailLogin: { faults: Record<EntryFault['type'], Text> }
}

/** What the engine can say must have words here; an engine that says more does not compile. */
interface Complete {
  ConnectingExternal: { errors: Record<ConnectError['type'], { title: Text; body: Text }> }
  toasts: Record<ToastText, Text>
  namespaces: Record<Namespace, Text>
  /** The view ConnectingExternal bears the wallet's name. */
  titles: Record<Exclude<View, 'ConnectingExternal'>, Text>
}
