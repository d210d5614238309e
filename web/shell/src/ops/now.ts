import type { Perform } from './Perform'

/** Replies the wall clock in milliseconds since 1970. */
export const now: Perform<'now'> = (_, { reply }) => reply({ type: 'time', ms: String(Date.now()) })
