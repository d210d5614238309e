import type { Perform } from '../../../shell/src/ops/Perform'

/** Which page the module may have in a frame: the vault that the engine named last in its asks. */
export interface GrantedVault {
  /** Grants the one that an ask names. */
  grant(ask: string): void
  /** Has a page of what is granted in a frame, and fails for all else. */
  frame: Perform<'frame'>
}

/** What is read here of an `EmbeddedAsk`. */
type NamesVault = { type: 'frame'; of: { vaultUrl: string } } | { type: 'any' }

/** Nothing is granted yet; `place` puts a page into a frame. */
export function grantedVault(place: Perform<'frame'>): GrantedVault {
  let granted: string | undefined
  return {
    grant(ask) {
      const named = JSON.parse(ask) as NamesVault
      if (named.type === 'frame') granted = originOf(named.of.vaultUrl)
    },
    frame(op, context) {
      const origin = originOf(op.url)
      if (origin && origin === granted) return place(op, context)
      context.reply({ type: 'failed', reason: 'this page does not grant frames of others' })
    },
  }
}

/** The origin of a page on the web; what else there is has none. */
function originOf(url: string): string | undefined {
  const read = URL.canParse(url) ? new URL(url) : undefined
  return read && /^https?:$/.test(read.protocol) ? read.origin : undefined
}
