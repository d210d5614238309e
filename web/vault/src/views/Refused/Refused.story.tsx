import { initialState } from '../../all/state.ts'

export const title = 'Frame.Refused'

/** Opened by itself. */
export const kind = 'alone' as const

export const states = { alone: initialState }
