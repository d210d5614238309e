import type { OpContext, Perform } from './Perform'

/**
 * Sends a request without credentials or referrer and replies `fetched` whatever the status is. It
 * fails with `timeout`, `offline` or `network`. A body goes as text/plain unless a header says
 * otherwise, which spares the request a CORS preflight.
 */
export const fetchText: Perform<'fetch'> = ({ url, method, headers, body, timeoutMs }, context) =>
  fetchWithin(timeoutMs, url, { method, headers, body: body ?? null }, context)

/** The same for any request, `timeoutMs` at most. */
export async function fetchWithin(
  timeoutMs: number,
  url: string,
  request: RequestInit,
  { signal, reply }: OpContext,
): Promise<void> {
  const abort = new AbortController()
  const stop = () => abort.abort()
  signal.addEventListener('abort', stop, { once: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort.abort()
  }, timeoutMs)
  try {
    const response = await fetch(url, {
      ...request,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    })
    const retryAfterMs = wait(response.headers.get('retry-after'))
    reply({
      type: 'fetched',
      status: response.status,
      body: await response.text(),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
  } catch {
    const reason = isLate ? 'timeout' : navigator.onLine ? 'network' : 'offline'
    reply({ type: 'failed', reason })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** `Retry-After` in whole seconds; nothing where it is missing or a date. */
const wait = (header: string | null): number | undefined =>
  /^\d{1,6}$/.test(header ?? '') ? Number(header) * 1000 : undefined
