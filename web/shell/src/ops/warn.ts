import { warnOnce } from '../all/warnOnce'
import type { Perform } from './Perform'

/** Warns the host's developer, once per text. */
export const warn: Perform<'warn'> = ({ text }, { reply }) => {
  warnOnce(text)
  reply({ type: 'done' })
}
