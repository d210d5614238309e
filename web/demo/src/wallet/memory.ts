import { accountAt } from './accounts'
import { type Chain, chainOf } from './chains'
import type { Quirk } from './quirks'

/** What a wallet remembers across reloads, whole in one storage item. */
export type Remembered = {
  /** Hex id of the chain it is on. */
  readonly chain: string
  /** Which of the accounts is shown to sites, from 0. */
  readonly account: number
  /** Origins that may see that account. */
  readonly allowed: readonly string[]
  /** Chains that sites had it add. */
  readonly added: readonly Chain[]
}

/**
 * The memory of one wallet, at `dev-wallet:<quirk>`. Read from storage at every use, so that two tabs
 * agree; `onChange` hears of changes from here and from other tabs alike.
 */
export class Memory {
  readonly #key: string
  readonly #fresh: Remembered
  readonly #listeners = new Set<(now: Remembered, before: Remembered) => void>()
  #seen: Remembered

  constructor(quirk: Quirk) {
    this.#key = `dev-wallet:${quirk.id}`
    this.#fresh = { chain: quirk.startsOn, account: 0, allowed: [], added: [] }
    this.#seen = this.read()
    addEventListener('storage', event => {
      if (event.key === this.#key || event.key === null) this.#tell()
    })
  }

  read(): Remembered {
    const text = localStorage.getItem(this.#key)
    if (text === null) return this.#fresh
    try {
      const stored: { v?: number; value?: Partial<Remembered> } = JSON.parse(text)
      return stored.v === 1 ? { ...this.#fresh, ...stored.value } : this.#fresh
    } catch {
      return this.#fresh
    }
  }

  change(part: Partial<Remembered>) {
    const value = { ...this.read(), ...part }
    localStorage.setItem(this.#key, JSON.stringify({ v: 1, value }))
    this.#tell()
  }

  onChange(listener: (now: Remembered, before: Remembered) => void) {
    this.#listeners.add(listener)
  }

  /** The chain it is on, as shown to a person. */
  currentChain(): Chain {
    return this.namedChain(this.read().chain)
  }

  namedChain(id: string): Chain {
    return chainOf(id, this.read().added)
  }

  /** The account this site may see: one address or none. */
  accountsFor(origin: string): string[] {
    const { account, allowed } = this.read()
    return allowed.includes(origin) ? [accountAt(account).address] : []
  }

  /** Takes back what a site was allowed. */
  forget(origin: string) {
    this.change({ allowed: this.read().allowed.filter(one => one !== origin) })
  }

  #tell() {
    const before = this.#seen
    this.#seen = this.read()
    for (const listener of this.#listeners) listener(this.#seen, before)
  }
}
