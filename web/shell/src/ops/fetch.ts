import type { Perform } from './Perform'

/**
 * Sends a request without credentials or referrer and replies `fetched` whatever the status is. It
 * fails with `timeout`, `offline` or `network`. A body goes as text/plain unless a header says
 * otherwise, which spares the request a CORS preflight.
 */
export const fetchText: Perform<'fetch'> = async (op, { signal, reply }) => {
  const abort = new AbortController()
  const stop = () => abort.abort()
  signal.addEventListener('abort', stop, { once: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort.abort()
  }, op.timeoutMs)
  try {
    const response = await fetch(op.url, {
      method: op.method,
      headers: op.headers,
      body: op.body ?? null,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    })
    reply({ type: 'fetched', status: response.status, body: await response.text() })
  } catch {
    const reason = isLate ? 'timeout' : navigator.onLine ? 'network' : 'offline'
    reply({ type: 'failed', reason })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
