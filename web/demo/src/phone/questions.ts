import type { Decision, Request } from '../wallet/messages'
import { refused } from '../wallet/rpcError'

type Waiting = {
  readonly request: Request
  readonly settle: (decision: Decision) => void
}

/** What the phone asks its person, one after the other. */
export class Questions {
  readonly #waiting: Waiting[] = []
  readonly #show: (first: Request | undefined, count: number) => void

  /** `show` hears of each change: the question that is to be shown, and how many wait. */
  constructor(show: (first: Request | undefined, count: number) => void) {
    this.#show = show
  }

  /** Rejects with 4001 where the person refuses. Stays open where the question is dropped. */
  ask(request: Request): Promise<Decision> {
    return new Promise((settle, fail) => {
      this.#waiting.push({
        request,
        settle: decision => (decision.approved ? settle(decision) : fail(refused())),
      })
      this.#tell()
    })
  }

  decide(id: string, decision: Decision) {
    this.#take(id)?.settle(decision)
    this.#tell()
  }

  /** Nobody waits for the answer any more. Whether it was still asked. */
  drop(id: string): boolean {
    const dropped = this.#take(id)
    if (dropped) this.#tell()
    return dropped !== undefined
  }

  #take(id: string): Waiting | undefined {
    const at = this.#waiting.findIndex(({ request }) => request.id === id)
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0]
  }

  #tell() {
    this.#show(this.#waiting[0]?.request, this.#waiting.length)
  }
}
