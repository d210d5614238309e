import type { Perform } from './Perform'

/** Writes an item of session storage, if it can, and loads the page anew by `load`. */
export const reloadPage =
  (load: () => void): Perform<'reload'> =>
  ({ key, value }) => {
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // Blocked or full: the next page begins like any other.
    }
    load()
  }
