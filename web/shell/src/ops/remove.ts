import type { Perform } from './Perform'
import { storageRefusal } from './storageRefusal'

/** Removes an item of local storage; fails with `blocked`. */
export const remove: Perform<'remove'> = ({ key }, { reply }) => {
  try {
    localStorage.removeItem(key)
    reply({ type: 'done' })
  } catch (error) {
    reply(storageRefusal(error))
  }
}
