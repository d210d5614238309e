import type en from './en.json'

/** A text; the names in its braces are the keys of `values`. */
export type Text = (values?: { [name: string]: string | number }) => string

/** The keys of the table with functions at the leaves. */
type Compiled<T> = { readonly [K in keyof T]: T[K] extends string ? Text : Compiled<T[K]> }

type Table = typeof en

export type PageTexts = Compiled<Table['page']>
export type AlertTexts = Compiled<Table['alerts']>
export type MoreTexts = Compiled<Table['more']>
export type ViewTexts = Compiled<Omit<Table, 'page' | 'alerts' | 'more'>>
