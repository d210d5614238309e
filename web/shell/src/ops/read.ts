import type { Perform } from './Perform'
import { storageRefusal } from './storageRefusal'

/** Replies the item of local storage, without `value` if there is none. */
export const read: Perform<'read'> = ({ key }, { reply }) => {
  try {
    const value = localStorage.getItem(key)
    reply(value === null ? { type: 'stored' } : { type: 'stored', value })
  } catch (error) {
    reply(storageRefusal(error))
  }
}
