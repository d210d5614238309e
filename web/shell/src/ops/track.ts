import { uuid } from '../engine/uuid'
import { fetchWithin } from './fetch'
import type { Perform } from './Perform'

/** What is told of an event, beside the page and the time. */
export interface Props {
  type: 'track'
  /** `MODAL_OPEN`, … */
  event: string
  properties?: { [name: string]: unknown }
  address?: string
}

/** How long the operator's server may take to note an event. */
const timeoutMs = 10_000

/** How many errors are told in so long. */
const mostErrors = 5
const errorsWithinMs = 60_000

/**
 * Counts an event: shows it to `heard`, then sends it to the operator's server, with the page's address
 * less query and fragment. An event without a URL, and any where the visitor's browser asks not to be
 * counted, is not sent, and fails with `not wanted`. Errors, whose type is `error`, are sent as they are,
 * five a minute at most, however many engines tell them, and `heard` hears nothing of them.
 */
export function trackEvent(heard: (props: Props) => void): Perform<'track'> {
  let errorsAt: number[] = []

  function isOneTooMany(): boolean {
    const now = Date.now()
    errorsAt = errorsAt.filter(at => at > now - errorsWithinMs)
    if (errorsAt.length === mostErrors) return true
    errorsAt.push(now)
    return false
  }

  return ({ url, event, address }, context) => {
    const { type, ...properties } = event as { type: string }
    const props: Props = {
      type: 'track',
      event: type,
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(address !== undefined && { address }),
    }
    if (type !== 'error') heard(props)
    if (!url || isUnwanted(navigator))
      return context.reply({ type: 'failed', reason: 'not wanted' })
    if (type === 'error' && isOneTooMany())
      return context.reply({ type: 'failed', reason: 'too many errors' })
    const body = JSON.stringify({
      eventId: uuid(),
      url: location.origin + location.pathname,
      domain: location.hostname,
      timestamp: Date.now(),
      props: type === 'error' ? event : props,
    })
    return fetchWithin(timeoutMs, url, { method: 'POST', body, keepalive: true }, context)
  }
}

/** https://w3c.github.io/gpc/ and, older, Do Not Track. */
const isUnwanted = (navigator: Navigator): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as {
    globalPrivacyControl?: boolean
    doNotTrack?: string | null
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}
