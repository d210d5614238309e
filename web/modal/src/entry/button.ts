import { colourOf } from '../../../kit/src/Avatar/colourOf.ts'
import { drawing, html, isolated } from '../../../kit/src/Dialog/draw.ts'
import { warning } from '../../../kit/src/Icon/paths.ts'
import { warnOnce } from '../../../shell/src/all/warnOnce'
import type { State } from '../../../shell/src/entry/store'
import { setLanguage } from '../all/language'
import { activeNamespace, chainIn } from '../all/selectors'
import { hasStoredConnection, readSnapshot } from '../all/snapshot'
import { setTheme } from '../all/theme'
import type { Account } from '../generated/Account'
import type { Namespace } from '../generated/Namespace'
import { amountText } from '../text/amount'
import { english, fill } from '../text/pageText'
import { shortened } from '../text/shortened'
import type { Instance } from './instance'
import type { Settings } from './options'
import { findInstance, watchInstances } from './registry'
import { entrySheet } from './sheet'

const down = 'M5.5 8l4.5 4.5L14.5 8'

/** How long a button with a stored connection keeps its place for an instance that is not there yet. */
const instanceWaitMs = 10_000

/** What a button shows, by the second part of the element's name. */
const kinds = ['', 'connect-', 'account-', 'network-']

/** The view that a click opens; without one, the modal decides. */
const views: { readonly [kind: string]: 'Connect' | 'Networks' } = {
  'connect-': 'Connect',
  'network-': 'Networks',
}

/** Nothing to extend in Node; the elements are defined in pages only. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * `<latchkit-button>`: connects, and shows the account when connected. `<latchkit-connect-button>` does
 * the first only, `<latchkit-account-button>` the second; `<latchkit-network-button>` shows the network
 * in use and leads to the others.
 *
 * Attributes: `instance`, `label` (instead of "Connect wallet", or of the network's name),
 * `loading-label`, `disabled`, `balance="hide"`, `size="sm"`, `namespace`, and `chars-start` and
 * `chars-end`: how much of an address shows, 4 and 6 if left out.
 *
 * It draws what the store says, or what was stored before there is one. With a stored connection it
 * never says "Connect wallet" first: it keeps an empty place until its instance is there, or until ten
 * seconds have passed without one.
 */
class LatchkitButton extends Base {
  static observedAttributes = [
    'instance',
    'label',
    'loading-label',
    'disabled',
    'balance',
    'namespace',
    'chars-start',
    'chars-end',
  ]
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
  const button = html('button')
  let instance: Instance | undefined
  let unsubscribe: (() => void) | undefined
  let hasWaited = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawn = ''

  function follow(other: Instance | undefined) {
    unsubscribe?.()
    instance = other
    unsubscribe = other?.store.subscribe(draw)
  }

  /** What is to be drawn now. */
  function see(): Seen {
    const name = host.getAttribute('instance') || 'default'
    const found = findInstance(name)
    if (found !== instance) follow(found)
    if (found) {
      clearTimeout(timer)
      hasWaited = true
      return seenIn(found.store.get(), host, false, found.settings())
    }
    const stored = hasWaited ? undefined : readSnapshot(name)
    if (!stored || !hasStoredConnection(stored)) return seenIn(undefined, host, false)
    const { accounts, active } = stored
    return seenIn({ accounts, networks: { list: [], active }, preferred: [] }, host, true)
  }

  function draw() {
    const seen = see()
    if (instance) setTheme(host, instance.store.get().theme)
    // Words of the host's own are in a language of its own.
    if (!host.hasAttribute('label')) setLanguage(button, instance?.settings().locale ?? 'en')
    button.disabled = host.hasAttribute('disabled')
    if (JSON.stringify(seen) === drawn) return
    drawn = JSON.stringify(seen)
    drawButton(button, seen)
  }

  button.type = 'button'
  button.ariaHasPopup = 'dialog'
  button.addEventListener('click', () => {
    const namespace = (host.getAttribute('namespace') ?? undefined) as Namespace | undefined
    if (instance) instance.open({ view: views[kindOf(host)], namespace }).catch(reportError)
    else warnOnce(`<${host.localName}> found no modal: call createLatchkit()`)
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

/** What a button shows: words, or a network or an account, which have a name for people who hear it. */
interface Seen {
  look?: 'busy' | 'wrong'
  text: string
  isBlank?: boolean
  name?: string
  address?: string
  balance?: string | undefined
  image?: string | undefined
}

type Shown = Pick<State, 'accounts' | 'networks' | 'preferred'>
/** What a button is told by its host element, and in which words it speaks. */
interface Voice extends Pick<Settings, 'texts' | 'locale'> {
  attribute(name: string): string | null
}

const kindOf = (host: HTMLElement): string =>
  host.localName.slice('latchkit-'.length, -'button'.length)

function seenIn(
  state: Shown | undefined,
  host: HTMLElement,
  isBlank: boolean,
  { texts, locale }: Pick<Settings, 'texts' | 'locale'> = { texts: english, locale: 'en' },
): Seen {
  const attribute = (name: string) => host.getAttribute(name)
  const namespace = (attribute('namespace') ?? (state && activeNamespace(state))) as Namespace
  const seen = seenAs(kindOf(host), state, namespace, { texts, locale, attribute })
  return { ...seen, isBlank: isBlank || !seen.text }
}

function seenAs(kind: string, state: Shown | undefined, namespace: Namespace, voice: Voice): Seen {
  const { texts, attribute } = voice
  const account = state?.accounts[namespace]
  const address = kind === 'connect-' ? undefined : account?.address
  if (address && !account?.isSupported) return { look: 'wrong', text: texts.wrongNetwork }
  if (kind === 'network-') return networkSeen(state, namespace, voice)
  if (account && address) return accountSeen(address, account, voice)
  if (kind === 'account-') return { text: '' }
  return account?.status === 'connecting'
    ? { look: 'busy', text: attribute('loading-label') || texts.connecting }
    : { text: attribute('label') || texts.connectWallet }
}

function networkSeen(
  state: Shown | undefined,
  namespace: Namespace,
  { texts, attribute }: Voice,
): Seen {
  const chain = state && chainIn(state, namespace)
  const row = state?.networks.list.find(({ id }) => id === chain)
  const text = attribute('label') || row?.name || ''
  return { text, name: fill(texts.network, { network: text }), image: row?.image }
}

function accountSeen(
  address: string,
  { balance: held = '', balanceSymbol, balanceAtMs }: Account,
  { texts, locale, attribute }: Voice,
): Seen {
  const [start, end] = [Number(attribute('chars-start')), Number(attribute('chars-end'))]
  const text = shortened(address, start || undefined, end || 6)
  const balance =
    balanceAtMs && attribute('balance') !== 'hide'
      ? `${amountText(locale, held)} ${balanceSymbol}`
      : undefined
  const name = balance
    ? fill(texts.accountWithBalance, { address: text, balance })
    : fill(texts.account, { address: text })
  return { text, name, address, balance }
}

function drawButton(button: HTMLButtonElement, seen: Seen) {
  const { look, text, isBlank, name, address, balance, image } = seen
  const shape = name ? (balance ? 'connected' : 'connected bare') : (look ?? '')
  button.className = `PageButton ${isBlank ? 'blank ' : ''}${shape}`
  button.ariaBusy = look === 'busy' ? 'true' : null
  button.ariaLabel = name ?? null
  if (!name) {
    button.replaceChildren(text)
    if (look === 'busy') button.prepend(spinner())
    if (look === 'wrong') {
      button.prepend(smallIcon(warning))
      button.append(smallIcon(down))
    }
    return
  }
  const pill = html('span', 'id', isolated(text), smallIcon(down))
  if (image)
    pill.prepend(
      Object.assign(html('img', 'Avatar'), {
        referrerPolicy: 'no-referrer',
        src: image,
        alt: '',
        onerror: (event: Event) => (event.target as Element).remove(),
      }),
    )
  if (address) {
    const face = html('i', 'Avatar')
    face.style.setProperty('--lk-face', colourOf(address))
    pill.prepend(face)
  }
  button.replaceChildren(pill)
  // The space is not to be seen; it keeps the words apart for who says them aloud to find the button.
  if (balance) button.prepend(html('span', 'balance', isolated(balance)), ' ')
}

const smallIcon = (path: string): SVGElement => drawing('Icon small', ['path', { d: path }])

function spinner(): SVGElement {
  const circle = { cx: '10', cy: '10', r: '8' }
  const arc = { ...circle, pathLength: '100', 'stroke-dasharray': '28 72' }
  return drawing('Spinner', ['circle', circle], ['circle', arc])
}

/** Defines the elements, once per page. */
export function defineButtons(): void {
  const { customElements } = globalThis
  if (customElements?.get('latchkit-button')) warnOnce('Two copies of the package are on this page')
  else
    for (const kind of kinds)
      customElements?.define(`latchkit-${kind}button`, class extends LatchkitButton {})
}
