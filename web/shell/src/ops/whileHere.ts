/** Whether the page was left: closed, or put into the back/forward cache. */
let isLeft = false
addEventListener('pagehide', () => {
  isLeft = true
})
addEventListener('pageshow', () => {
  isLeft = false
})

/**
 * Begins what a page may not have while it lies in the back/forward cache: at once, or when the page comes
 * back. It ends when `signal` or `begin` itself says so, or when the page is left, which `left` is told.
 */
export function whileHere(
  signal: AbortSignal,
  begin: (end: AbortController) => void,
  left: () => void,
): void {
  const start = () => {
    const end = new AbortController()
    signal.addEventListener('abort', () => end.abort(), { once: true, signal: end.signal })
    const leave = () => {
      end.abort()
      left()
    }
    addEventListener('pagehide', leave, { signal: end.signal })
    begin(end)
  }
  if (isLeft) addEventListener('pageshow', start, { once: true, signal })
  else start()
}
