import { initialState } from '../../all/state.ts'

export const title = 'Frame.Refused'

/** Opened by itself. */
export const isFramed = false

export const states = { alone: initialState }
