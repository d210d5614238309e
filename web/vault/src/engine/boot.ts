import type { Boot } from '../generated/Boot'
import { review as reviewPath } from '../generated/paths'
import type { RecoveryPolicy } from '../generated/RecoveryPolicy'

/** What the server writes into the page: see `crates/server/src/routes/vault/frame.rs`. */
interface Told {
  name: string
  origins: string[]
  trusted: string[]
  recovery: RecoveryPolicy
  isDev: boolean
}

/** The chain where the address names none. */
const someChain = 'eip155:1'
const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** What the module starts with, of what stands in the page and in its address. */
export function bootOf(
  page: Document,
  { origin, search }: Pick<Location, 'origin' | 'search'>,
  language: string,
  version: string,
  review?: string,
): Boot {
  const asked = new URLSearchParams(search)
  const chain = asked.get('chainId') ?? ''
  const { name, origins, trusted, recovery, isDev } = toldBy(page)
  return {
    origin,
    projectId: (asked.get('projectId') ?? '').toLowerCase(),
    site: name,
    allowed: origins,
    trusted,
    recovery,
    isNested: window.parent !== window.top,
    ...(review !== undefined && { review }),
    isDev,
    chain: caip2.test(chain) ? chain : someChain,
    version,
    language,
  }
}

/**
 * What a window shows stands behind the `#` of its address, and nowhere any more once it was read; nothing where the
 * page is no such window.
 */
export function takeReview({ hash, pathname, search }: Location): string | undefined {
  if (pathname !== reviewPath) return undefined
  history.replaceState(null, '', pathname + search)
  return hash.slice(1)
}

/** A page that was told nothing lets nobody in. */
function toldBy(page: Document): Told {
  const written = page.querySelector<HTMLMetaElement>('meta[name="project"]')?.content
  try {
    return JSON.parse(written ?? '') as Told
  } catch {
    return { name: '', origins: [], trusted: [], recovery: 'ask', isDev: false }
  }
}
