import type { Perform } from './Perform'

/**
 * Puts text on the clipboard in the same turn. Replies `needsGesture` if the browser refused for want
 * of a click, `failed` if it refuses anyway or has no clipboard (pages without https).
 */
export const copy: Perform<'copy'> = async ({ text }, { reply }) => {
  const hadClick = navigator.userActivation?.isActive !== false
  try {
    await navigator.clipboard.writeText(text)
    reply({ type: 'done' })
  } catch {
    reply(hadClick ? { type: 'failed', reason: 'blocked' } : { type: 'needsGesture' })
  }
}
