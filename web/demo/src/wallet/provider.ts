import { Approvals } from './approvals'
import type { Memory } from './memory'
import { methodNamed } from './methods'
import type { WalletContext } from './methods/method'
import { type Quirk, type Scripted, scriptedFor } from './quirks'
import { RpcError } from './rpcError'

type Listener = (value: unknown) => void
type Call = { readonly method: string; readonly params?: unknown }

/** The EIP-1193 face of one dev wallet. */
export class DevProvider {
  readonly #context: WalletContext
  readonly #listeners = new Map<string, Set<Listener>>()

  constructor(name: string, quirk: Quirk, memory: Memory) {
    this.#context = {
      quirk,
      memory,
      approvals: new Approvals(name),
      origin: location.origin,
      chain: () => memory.currentChain(),
    }
    memory.onChange((now, before) => {
      if (now.chain !== before.chain) this.emit('chainChanged', now.chain)
      const isSeen = now.allowed.includes(location.origin)
      const wasSeen = before.allowed.includes(location.origin)
      if (isSeen !== wasSeen || (isSeen && now.account !== before.account)) {
        this.emit('accountsChanged', memory.accountsFor(location.origin))
      }
    })
  }

  /** Not async: a quirk may throw in the caller's own turn. */
  request(call: Call): Promise<unknown> {
    const scripted = scriptedFor(this.#context.quirk, call.method)
    if (scripted?.kind === 'throws') throw new Error(scripted.message)
    if (scripted) return play(scripted)
    return methodNamed(call.method)(this.#context, call.method, call.params)
  }

  on(event: string, listener: Listener): this {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    return this
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener)
    return this
  }

  emit(event: string, value: unknown) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      for (let time = 0; time < this.#context.quirk.timesPerEvent; time += 1) listener(value)
    }
  }
}

async function play(scripted: Scripted): Promise<unknown> {
  if (scripted.kind === 'value') return scripted.value
  if (scripted.kind === 'error') throw new RpcError(scripted.message, { code: scripted.code })
  return new Promise(() => {})
}
