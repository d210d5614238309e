import type { Perform } from '../../../shell/src/ops/Perform'
import type { SpendAsk } from '../generated/SpendAsk'

/** Where the module may ask: at the servers, and the host's nodes, that the engine has named in its asks. */
export interface GrantedServer {
  /** Grants those that an ask names. */
  grant(ask: string): void
  /** Asks what is granted, and fails for all else. */
  fetch: Perform<'fetch'>
}

/** Nothing is granted yet; `fetchText` asks. */
export function grantedServer(fetchText: Perform<'fetch'>): GrantedServer {
  const origins = new Set<string>()
  return {
    grant(ask) {
      const { server, what } = JSON.parse(ask) as SpendAsk
      const nodes = 'nodes' in what ? [...what.nodes.own, what.nodes.server] : []
      for (const node of [server, ...nodes])
        if (node && URL.canParse(node.url)) origins.add(new URL(node.url).origin)
    },
    fetch(op, context) {
      if (URL.canParse(op.url) && origins.has(new URL(op.url).origin)) return fetchText(op, context)
      context.reply({ type: 'failed', reason: 'this page does not grant requests to others' })
    },
  }
}
