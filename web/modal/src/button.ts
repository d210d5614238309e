import { tints } from '../../kit/src/Avatar/tints.ts'
import { warning } from '../../kit/src/Icon/paths.ts'
import { setAttribute } from './dialog'
import { html, smallIcon, svg } from './draw'
import type { Account } from './generated/Account'
import type { Instance } from './instance'
import { findInstance, watchInstances } from './registry'
import { entrySheet } from './sheet'
import { hasStoredConnection, readSnapshot } from './snapshot'
import { pageText } from './text/pageText'

const down = 'M5.5 8l4.5 4.5L14.5 8'
let avatars = 0

/** Nothing to extend in Node; the element is defined in pages only. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * `<latchkit-button>`: connects, and shows the account when connected. Attributes: `instance`, `label`
 * (instead of "Connect wallet"), `balance="hide"`, `disabled`.
 *
 * It draws what the store says, or what was stored before there is one. With a stored connection it
 * never says "Connect wallet" first: it keeps an empty place until its instance is there, or until the
 * page is complete without one.
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
  let isPageComplete = false
  let drawn = ''

  function follow(other: Instance | undefined) {
    for (const end of unsubscribe) end()
    instance = other
    unsubscribe = other ? [other.store.subscribe(draw), other.subscribeTheme(draw)] : []
  }

  function draw() {
    const name = host.getAttribute('instance') || 'default'
    const found = findInstance(name)
    if (found !== instance) follow(found)
    const stored = found || isPageComplete ? undefined : readSnapshot(name)
    const isBlank = hasStoredConnection(stored)
    const account = (found?.store.get() ?? (isBlank ? stored : undefined))?.accounts.eip155
    const look = lookOf(account, host.getAttribute('label') || pageText.connectWallet())
    const balance = host.getAttribute('balance') === 'hide' ? '' : balanceOf(account)
    setAttribute(host, 'theme', found?.getThemeMode())
    button.disabled = host.hasAttribute('disabled')
    const now = JSON.stringify([look, balance, account?.address, isBlank])
    if (now === drawn) return
    drawn = now
    button.className = `PageButton ${isBlank ? 'blank ' : ''}`
    if (look.kind === 'connected') drawAccount(button, account?.address ?? '', balance)
    else drawWords(button, look)
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

  const unwatch = watchInstances(draw)
  // Scripts that make an instance may still be on their way until the page is complete.
  const complete = () => {
    isPageComplete = true
    draw()
  }
  const isLate = document.readyState === 'complete'
  const timer = isLate ? setTimeout(complete) : undefined
  addEventListener('load', complete)
  draw()

  return {
    draw,
    stop() {
      follow(undefined)
      unwatch()
      clearTimeout(timer)
      removeEventListener('load', complete)
    },
  }
}

/** What a button says; the account apart, which has parts of its own. */
interface Look {
  kind: '' | 'busy' | 'wrong' | 'connected'
  text: string
}

function lookOf(account: Account | undefined, label: string): Look {
  if (!account || account.status === 'disconnected') return { kind: '', text: label }
  if (!account.address) return { kind: 'busy', text: pageText.connecting() }
  return account.isSupported
    ? { kind: 'connected', text: '' }
    : { kind: 'wrong', text: pageText.wrongNetwork() }
}

function drawWords(button: HTMLButtonElement, { kind, text }: Look) {
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
  if (balance) button.prepend(html('span', 'balance', isolated(balance)))
}

const balanceOf = (account: Account | undefined): string =>
  account?.balance ? `${account.balance.shown} ${account.balance.symbol}` : ''

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
