import type { Store } from '../entry/store'
import { useStore } from './useStore'

/** The function that sends intents: `send({ type: 'connect', wallet: id })`. */
export function useSend(): Store['send'] {
  return useStore('useSend').send
}
