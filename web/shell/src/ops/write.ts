import type { Perform } from './Perform'
import { storageRefusal } from './storageRefusal'

/** Writes an item of local storage; fails with `quota` or `blocked`. */
export const write: Perform<'write'> = ({ key, value }, { reply }) => {
  try {
    localStorage.setItem(key, value)
    reply({ type: 'done' })
  } catch (error) {
    reply(storageRefusal(error))
  }
}
