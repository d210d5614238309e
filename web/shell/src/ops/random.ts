import { base64 } from '../all/base64'
import type { Perform } from './Perform'

/** Replies as many random bytes; more than 65,536 fail, as in the browser's own function. */
export const random: Perform<'random'> = ({ bytes }, { reply }) =>
  reply({ type: 'bytes', base64: base64(crypto.getRandomValues(new Uint8Array(bytes))) })
