import type { Perform } from './Perform'

/** The longest wait that browsers do not turn into none: 2³¹ − 1 ms. */
const longestMs = 2_147_483_647

/** Replies `done` after `ms` milliseconds. */
export const sleep: Perform<'sleep'> = ({ ms }, { signal, reply }) => {
  const timer = setTimeout(() => reply({ type: 'done' }), Math.min(ms, longestMs))
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
}
