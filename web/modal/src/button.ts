import { tints } from '../../kit/src/Avatar/tints.ts'
import { warning } from '../../kit/src/Icon/paths.ts'
import type { State } from '../../shell/src/store'
import { setAttribute } from './dialog'
import { html, smallIcon, svg } from './draw'
import type { Instance } from './instance'
import { findInstance, watchInstances } from './registry'
import { entrySheet } from './sheet'
import { hasStoredConnection, readSnapshot } from './snapshot'
import { pageText } from './text/pageText'

const down = 'M5.5 8l4.5 4.5L14.5 8'
let avatars = 0

/** How long a button with a stored connection keeps its place for an instance that is not there yet. */
const instanceWaitMs = 10_000

/** Nothing to extend in Node; the element is defined in pages only. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * `<latchkit-button>`: connects, and shows the account when connected. Attributes: `instance`, `label`
 * (instead of "Connect wallet"), `balance="hide"`, `disabled`.
 *
 * It draws what the store says, or what was stored before there is one. With a stored connection it
 * never says "Connect wallet" first: it keeps an empty place until its instance is there, or until ten
 * seconds have passed without one.
 */
class LatchkitButton extends Base {
  static observedAttributes = ['instance', 'label', 'balance', 'disabled']
  #drawing: Drawing | undefined

  connectedCallback(): void {
    this.#drawing = startDrawing(this)
  }

  disconnectedCallback(): void {
    this.#drawing?.stop()
    this.#drawing = undefined
  }

  attributeChangedCallback(): void {
    this.#drawing?.draw()
  }
}

interface Drawing {
  draw(): void
  stop(): void
}

/** Keeps what is drawn in `host` true until it is stopped. */
function startDrawing(host: HTMLElement): Drawing {
  const button = html('button', '')
  let instance: Instance | undefined
  let unsubscribe: (() => void)[] = []
  let hasWaited = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawn = ''

  function follow(other: Instance | undefined) {
    for (const end of unsubscribe) end()
    instance = other
    unsubscribe = other ? [other.store.subscribe(draw), other.subscribeTheme(draw)] : []
  }

  /** What is to be drawn now. */
  function see(): Seen {
    const name = host.getAttribute('instance') || 'default'
    const found = findInstance(name)
    if (found !== instance) follow(found)
    if (found) {
      clearTimeout(timer)
      hasWaited = true
      return seenIn(found.store.get(), host, false)
    }
    const stored = hasWaited ? undefined : readSnapshot(name)
    const isBlank = hasStoredConnection(stored)
    return seenIn(isBlank ? stored : undefined, host, isBlank)
  }

  function draw() {
    const seen = see()
    setAttribute(host, 'theme', instance?.getThemeMode())
    button.disabled = host.hasAttribute('disabled')
    if (JSON.stringify(seen) === drawn) return
    drawn = JSON.stringify(seen)
    button.className = `PageButton ${seen.isBlank ? 'blank ' : ''}`
    if (seen.address) drawAccount(button, seen.address, seen.balance)
    else drawWords(button, seen)
  }

  button.type = 'button'
  button.ariaHasPopup = 'dialog'
  button.addEventListener('click', () => {
    instance?.open().catch(reportError)
  })
  for (const name of ['pointerenter', 'focus', 'touchstart'])
    button.addEventListener(name, () => instance?.warmUp(), { passive: true })
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  root.adoptedStyleSheets = [entrySheet()]
  root.replaceChildren(button)

  // Scripts that make an instance may still be on their way, and wait for something themselves.
  timer = setTimeout(() => {
    hasWaited = true
    draw()
  }, instanceWaitMs)
  const unwatch = watchInstances(draw)
  draw()

  return {
    draw,
    stop() {
      follow(undefined)
      unwatch()
      clearTimeout(timer)
    },
  }
}

/** What a button shows: words, or the account. */
interface Seen {
  kind: '' | 'busy' | 'wrong'
  text: string
  address?: string
  balance: string
  isBlank: boolean
}

function seenIn(
  state: Pick<State, 'accounts'> | undefined,
  host: HTMLElement,
  isBlank: boolean,
): Seen {
  const { status, address, isSupported, balance } = state?.accounts.eip155 ?? {}
  const label = host.getAttribute('label') || pageText.connectWallet()
  const nothing = { kind: '', text: label, balance: '', isBlank } as const
  if (!status || status === 'disconnected') return nothing
  if (!address) return { ...nothing, kind: 'busy', text: pageText.connecting() }
  if (!isSupported) return { ...nothing, kind: 'wrong', text: pageText.wrongNetwork() }
  const showsBalance = balance && host.getAttribute('balance') !== 'hide'
  return { ...nothing, address, balance: showsBalance ? `${balance.shown} ${balance.symbol}` : '' }
}

function drawWords(button: HTMLButtonElement, { kind, text }: Seen) {
  button.className += kind
  button.ariaBusy = kind === 'busy' ? 'true' : null
  button.ariaLabel = null
  button.replaceChildren(text)
  if (kind === 'busy') button.prepend(spinner())
  if (kind !== 'wrong') return
  button.prepend(smallIcon(warning))
  button.append(smallIcon(down))
}

function drawAccount(button: HTMLButtonElement, address: string, balance: string) {
  const short = `${address.slice(0, 6)}…${address.slice(-6)}`
  button.className += balance ? 'connected' : 'connected bare'
  button.ariaBusy = null
  button.ariaLabel = balance
    ? pageText.accountWithBalance({ address: short, balance })
    : pageText.account({ address: short })
  button.replaceChildren(html('span', 'id', avatar(address), isolated(short), smallIcon(down)))
  // The space is not to be seen; it keeps the words apart for who says them aloud to find the button.
  if (balance) button.prepend(html('span', 'balance', isolated(balance)), ' ')
}

/** Amounts and addresses read from the left in every language. */
function isolated(text: string): HTMLElement {
  const element = html('bdi', '', text)
  element.dir = 'ltr'
  return element
}

function spinner(): SVGElement {
  const circle = { cx: '10', cy: '10', r: '8' }
  const arc = { ...circle, pathLength: '100', 'stroke-dasharray': '28 72' }
  const attributes = { class: 'Spinner', viewBox: '0 0 20 20', 'aria-hidden': 'true' }
  return svg('svg', attributes, svg('circle', circle), svg('circle', arc))
}

/** The same face as the kit's `Avatar`. */
function avatar(address: string): SVGElement {
  const id = `lk-avatar-${++avatars}`
  const colours = tints(address)
  const stops = colours.map((colour, index) =>
    svg('stop', { offset: String(index / (colours.length - 1)), 'stop-color': colour }),
  )
  return svg(
    'svg',
    { class: 'Avatar', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
    svg('radialGradient', { id, cx: '0.3', cy: '0.25', r: '0.85' }, ...stops),
    svg('circle', { cx: '24', cy: '24', r: '24', fill: `url(#${id})` }),
  )
}

/** Defines the element, once per page. */
export function defineButton(): void {
  const { customElements } = globalThis
  if (customElements && !customElements.get('latchkit-button'))
    customElements.define('latchkit-button', LatchkitButton)
}
