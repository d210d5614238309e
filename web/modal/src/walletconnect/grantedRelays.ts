/** Where the module may open sockets: at the relays that the engine has named in its asks. */
export interface GrantedRelays {
  /** Grants those that an ask names. */
  grant(ask: string): void
  /** Their origins, `wss://relay.example`. */
  origins(): readonly string[]
}

/** What is read here of a `SessionAsk`. */
interface NamesRelays {
  config: { relays: readonly { url: string }[] }
}

/** Nothing is granted yet. */
export function grantedRelays(): GrantedRelays {
  const origins = new Set<string>()
  return {
    grant(ask) {
      for (const { url } of (JSON.parse(ask) as NamesRelays).config.relays)
        if (URL.canParse(url)) origins.add(new URL(url).origin)
    },
    origins: () => [...origins],
  }
}
