import type { Boot } from '../generated/Boot'

/** What the server writes into the page: see `crates/server/src/routes/vault/frame.rs`. */
interface Told {
  name: string
  origins: string[]
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
): Boot {
  const asked = new URLSearchParams(search)
  const chain = asked.get('chainId') ?? ''
  const { name, origins, isDev } = toldBy(page)
  return {
    origin,
    projectId: (asked.get('projectId') ?? '').toLowerCase(),
    site: name,
    allowed: origins,
    isDev,
    chain: caip2.test(chain) ? chain : someChain,
    version,
    language,
  }
}

/** A page that was told nothing lets nobody in. */
function toldBy(page: Document): Told {
  const written = page.querySelector<HTMLMetaElement>('meta[name="project"]')?.content
  try {
    return JSON.parse(written ?? '') as Told
  } catch {
    return { name: '', origins: [], isDev: false }
  }
}
