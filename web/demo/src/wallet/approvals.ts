import { uuid } from '../../../shell/src/engine/uuid'
import { showBar } from './bar'
import type { Decision, Question, Request, ToPage, ToWindow } from './messages'
import { Code, RpcError, refused } from './rpcError'

const WIDTH_PX = 376
const HEIGHT_PX = 640
/** Long enough for the next request of the same flow to arrive, as after connecting on a wrong chain. */
const LINGERS_MS = 300
/** No event tells a page that a window it opened was closed. */
const LOOKS_EVERY_MS = 100

type Waiting = {
  readonly request: Request
  readonly settle: (decision: Decision) => void
  readonly fail: (error: RpcError) => void
}

/** The requests of one wallet that wait for a person, and the one window that shows them in turn. */
export class Approvals {
  readonly #wallet: string
  readonly #queue: Waiting[] = []
  #window: Window | null = null
  #hideBar: (() => void) | undefined
  #closing: ReturnType<typeof setTimeout> | undefined
  #looking: ReturnType<typeof setInterval> | undefined

  constructor(wallet: string) {
    this.#wallet = wallet
    addEventListener('message', (event: MessageEvent<ToPage>) => {
      if (event.origin !== location.origin || event.source !== this.#window) return
      if (event.data.kind === 'ready') this.#send()
      else this.#decide(event.data.id, event.data.decision)
    })
    addEventListener('pagehide', () => this.#giveUp())
  }

  /**
   * Asks a person. Opens the window in this very turn, so that the click that led here still counts as
   * the gesture that `window.open` needs. Rejects with 4001 when the window is closed unanswered.
   */
  ask(method: string, question: Question): Promise<Decision> {
    const asksToConnect = (waiting: Waiting) => waiting.request.question.kind === 'connect'
    if (question.kind === 'connect' && this.#queue.some(asksToConnect)) {
      return Promise.reject(
        new RpcError(`${method} is already waiting for an answer.`, { code: Code.pending }),
      )
    }
    return new Promise((settle, fail) => {
      const id = uuid()
      const request = { id, method, origin: location.origin, question }
      this.#queue.push({ request, settle, fail })
      this.#show()
    })
  }

  #show() {
    clearTimeout(this.#closing)
    if (this.#window && !this.#window.closed) {
      this.#send()
      this.#window.focus()
    } else if (!this.#hideBar) {
      this.#open()
    }
  }

  #open() {
    this.#window = window.open(new URL('wallet.html', document.baseURI), '_blank', features())
    if (!this.#window) {
      this.#hideBar = showBar(this.#wallet, {
        open: () => this.#openFromBar(),
        cancel: () => this.#giveUp(),
      })
      return
    }
    clearInterval(this.#looking)
    this.#looking = setInterval(() => {
      if (this.#window?.closed) this.#giveUp()
    }, LOOKS_EVERY_MS)
  }

  #openFromBar() {
    this.#hideBar?.()
    this.#hideBar = undefined
    this.#open()
  }

  #send() {
    const requests = this.#queue.map(waiting => waiting.request)
    const message: ToWindow = { kind: 'queue', wallet: this.#wallet, requests }
    this.#window?.postMessage(message, location.origin)
  }

  #decide(id: string, decision: Decision) {
    const at = this.#queue.findIndex(waiting => waiting.request.id === id)
    const [decided] = at < 0 ? [] : this.#queue.splice(at, 1)
    if (!decided) return
    this.#send()
    if (decision.approved) decided.settle(decision)
    else decided.fail(refused())
    if (this.#queue.length === 0) this.#closing = setTimeout(() => this.#close(), LINGERS_MS)
  }

  #giveUp() {
    for (const waiting of this.#queue.splice(0)) waiting.fail(refused())
    this.#close()
  }

  #close() {
    clearInterval(this.#looking)
    clearTimeout(this.#closing)
    this.#window?.close()
    this.#window = null
    this.#hideBar?.()
    this.#hideBar = undefined
  }
}

/** At the end edge of the browser window, below its bars, where wallets of browsers open. */
function features(): string {
  const left = Math.round(screenX + outerWidth - WIDTH_PX - 24)
  const top = Math.round(screenY + 80)
  return `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${left},top=${top}`
}
