/** What went wrong that nobody waits for. */
export const complain = (error: unknown): void => console.error('[latchkit]', error)

/** What a later call meets again and then says. */
export const ignore = (): undefined => undefined
