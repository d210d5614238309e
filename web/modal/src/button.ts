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

  #button: HTMLButtonElement | undefined
  #instance: Instance | undefined
  #release: (() => void)[] = []
  #drawn: unknown[] = []
  #isPageComplete = false

  connectedCallback(): void {
    const button = this.#button ?? this.#build()
    this.#button = button
    this.#release = [watchInstances(() => this.#find()), this.#whenPageIsComplete()]
    this.#find()
  }

  disconnectedCallback(): void {
    for (const release of this.#release.splice(0)) release()
    this.#leave()
  }

  attributeChangedCallback(name: string): void {
    if (!this.#button || !this.isConnected) return
    if (name === 'instance') this.#find()
    else this.#draw()
  }

  #build(): HTMLButtonElement {
    const button = html('button', 'PageButton')
    button.type = 'button'
    button.ariaHasPopup = 'dialog'
    button.addEventListener('click', () => {
      this.#instance?.open().catch(reportError)
    })
    for (const name of ['pointerenter', 'focus', 'touchstart'])
      button.addEventListener(name, () => this.#instance?.warmUp(), { passive: true })
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [entrySheet()]
    root.append(button)
    return button
  }

  get #name(): string {
    return this.getAttribute('instance') || 'default'
  }

  #find(): void {
    const instance = findInstance(this.#name)
    if (instance !== this.#instance) {
      this.#leave()
      this.#instance = instance
      if (instance)
        this.#releaseInstance = [
          instance.store.subscribe(() => this.#draw()),
          instance.subscribeTheme(() => this.#draw()),
        ]
    }
    this.#draw()
  }

  #releaseInstance: (() => void)[] = []

  #leave(): void {
    for (const release of this.#releaseInstance.splice(0)) release()
    this.#instance = undefined
    this.#drawn = []
  }

  /** Scripts that make an instance may still be on their way until then. */
  #whenPageIsComplete(): () => void {
    const complete = () => {
      this.#isPageComplete = true
      this.#draw()
    }
    if (document.readyState === 'complete') {
      const timer = setTimeout(complete)
      return () => clearTimeout(timer)
    }
    addEventListener('load', complete, { once: true })
    return () => removeEventListener('load', complete)
  }

  #draw(): void {
    const button = this.#button
    if (!button) return
    const instance = this.#instance
    setAttribute(this, 'theme', instance?.getThemeMode())
    button.disabled = this.hasAttribute('disabled')
    const stored = instance ? undefined : readSnapshot(this.#name)
    const isBlank = !instance && !this.#isPageComplete && hasStoredConnection(stored)
    const accounts = instance?.store.get().accounts ?? (isBlank ? stored?.accounts : undefined)
    const account = accounts?.eip155
    const showsBalance = this.getAttribute('balance') !== 'hide'
    const label = this.getAttribute('label') || pageText.connectWallet()
    const drawn = [account, isBlank, showsBalance, label]
    if (drawn.every((part, index) => part === this.#drawn[index]) && this.#drawn.length > 0) return
    this.#drawn = drawn
    drawAccount(button, account, label, showsBalance)
    button.classList.toggle('blank', isBlank)
  }
}

type Look = { className: string; name?: string; isBusy?: boolean; children: (Node | string)[] }

function drawAccount(
  button: HTMLButtonElement,
  account: Account | undefined,
  label: string,
  showsBalance: boolean,
) {
  const { className, name, isBusy, children } = lookOf(account, label, showsBalance)
  button.className = `PageButton ${className}`.trimEnd()
  button.ariaBusy = isBusy ? 'true' : null
  button.ariaLabel = name ?? null
  button.replaceChildren(...children)
}

function lookOf(account: Account | undefined, label: string, showsBalance: boolean): Look {
  if (!account || account.status === 'disconnected') return { className: '', children: [label] }
  if (!account.address)
    return { className: 'busy', isBusy: true, children: [spinner(), pageText.connecting()] }
  if (!account.isSupported)
    return {
      className: 'wrong',
      children: [smallIcon(warning), pageText.wrongNetwork(), smallIcon(down)],
    }
  return connectedLook(account.address, showsBalance ? balanceOf(account) : undefined)
}

function connectedLook(address: string, balance: string | undefined): Look {
  const short = `${address.slice(0, 6)}…${address.slice(-6)}`
  const id = html('span', 'id', avatar(address), isolated(short), smallIcon(down))
  if (!balance)
    return {
      className: 'connected bare',
      name: pageText.account({ address: short }),
      children: [id],
    }
  return {
    className: 'connected',
    name: pageText.accountWithBalance({ address: short, balance }),
    children: [html('span', 'balance', isolated(balance)), id],
  }
}

const balanceOf = ({ balance }: Account): string | undefined =>
  balance && `${balance.shown} ${balance.symbol}`

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
