import type { Perform } from '../../../shell/src/ops/Perform'

/** As large as what is approved in it needs. */
const size = 'width=420,height=740'

/**
 * Opens a page of this origin in a window of its own. Neither has a hold on the other, so that no page around can have
 * one by way of this one; whether the browser opened it is not told, and who is in it says so by another way.
 */
export const openWindow: Perform<'openWindow'> = ({ url, secret = '' }, { reply }) => {
  const { href, origin } = new URL(url)
  if (origin !== location.origin) return reply({ type: 'failed', reason: 'no page of this origin' })
  window.open(`${href}#${secret}`, '_blank', `popup,noopener,${size}`)
  reply({ type: 'done' })
}
