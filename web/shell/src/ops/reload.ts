import type { Perform } from './Perform'

/** Loads the page anew. */
export const reload: Perform<'reload'> = () => location.reload()
