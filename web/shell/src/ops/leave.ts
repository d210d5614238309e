import type { Perform } from './Perform'

/** Writes an item of session storage, or takes it away, if it can. */
export const leave: Perform<'leave'> = ({ key, value }) => {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Blocked or full: the next page begins like any other.
  }
}
