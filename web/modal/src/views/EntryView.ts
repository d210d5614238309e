import type { View } from '../generated/View.ts'

/** The views that have fields of the modal's own where the host wants that: a chunk of its own has those. */
export type EntryView = Extract<View, 'EmailLogin' | 'EmailVerifyOtp' | 'EmailVerifyDevice'>

/** What else is in it, with a section of the texts. */
export type EntryPart = 'Resend'
