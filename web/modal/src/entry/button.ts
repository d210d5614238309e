import { drawing, face, html, isolated, image as picture } from '../../../kit/src/Dialog/draw.ts'
import { down, warning } from '../../../kit/src/Icon/paths.ts'
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

/** How long a button with a stored connection keeps its place for an instance that is not there yet. */
const instanceWaitMs = 10_000

/** The elements, by what follows `latchkit-`. */
const names = ['button', 'connect-button', 'account-button', 'network-button']

/** The view that a click opens, by the second word of the element's name; without one, the modal decides. */
const views: { readonly [kind: string]: 'Connect' | 'Networks' } = {
  connect: 'Connect',
  network: 'Networks',
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
    const name = nameOf(host)
    const found = findInstance(name)
    if (found !== instance) follow(found)
    if (found) {
      clearTimeout(timer)
      hasWaited = true
      return seenIn(host, found.store.get(), found.settings())
    }
    const stored = hasWaited ? undefined : readSnapshot(name)
    const accounts = hasStoredConnection(stored) ? stored?.accounts : undefined
    const networks = { list: [], active: stored?.active }
    const seen = seenIn(host, { accounts: accounts ?? {}, networks, preferred: [] })
    return { ...seen, isBlank: accounts !== undefined || seen.isBlank }
  }

  function draw() {
    const seen = see()
    if (instance) setTheme(host, instance.store.get().theme)
    // Words of the host's own are in a language of its own.
    if (!host.hasAttribute('label')) setLanguage(button, instance?.settings().locale ?? 'en')
    // React 18 writes `disabled={false}` down as a text.
    button.disabled = !['false', null].includes(host.getAttribute('disabled'))
    if (JSON.stringify(seen) === drawn) return
    drawn = JSON.stringify(seen)
    drawButton(button, seen)
  }

  button.ariaHasPopup = 'dialog'
  button.onclick = () => {
    const namespace = (host.getAttribute('namespace') ?? undefined) as Namespace | undefined
    if (instance) instance.open({ view: views[kindOf(host) ?? ''], namespace }).catch(reportError)
    else warnOnce(`<${host.localName}>: call createLatchkit() for instance '${nameOf(host)}'`)
  }
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
  look?: 'busy' | 'wrong' | 'connected' | 'connected bare'
  text: string
  isBlank?: boolean
  name?: string
  address?: string
  balance?: string | undefined
  image?: string | undefined
}

/** Which modal it asks for. */
const nameOf = (host: HTMLElement) => host.getAttribute('instance') || 'default'

const kindOf = (host: HTMLElement) => host.localName.split('-')[1]

function seenIn(
  host: HTMLElement,
  state: Pick<State, 'accounts' | 'networks' | 'preferred'> & Partial<Pick<State, 'connect'>>,
  settings: Pick<Settings, 'texts' | 'locale'> = { texts: english, locale: 'en' },
): Seen {
  const { texts } = settings
  const attribute = (name: string) => host.getAttribute(name)
  const kind = kindOf(host)
  const namespace = (attribute('namespace') ?? activeNamespace(state)) as Namespace
  const account = state.accounts[namespace]
  const address = kind === 'connect' ? undefined : account?.address
  if (address && !account?.isSupported) return { look: 'wrong', text: texts.wrongNetwork }
  if (kind === 'network') {
    const chain = chainIn(state, namespace)
    const row = state.networks.list.find(({ id }) => id === chain)
    const network = attribute('label') || row?.name || ''
    const name = fill(texts.network, { network })
    return { look: 'connected bare', text: network, isBlank: !network, name, image: row?.image }
  }
  if (account && address) return accountSeen(attribute, address, account, settings)
  if (kind === 'account') return { text: '', isBlank: true }
  return account?.status === 'connecting' && state.connect?.offeredIn !== namespace
    ? { look: 'busy', text: attribute('loading-label') || texts.connecting }
    : { text: attribute('label') || texts.connectWallet }
}

function accountSeen(
  attribute: (name: string) => string | null,
  address: string,
  { balanceAtMs, balance: held = '', balanceSymbol, profileName }: Account,
  { texts, locale }: Pick<Settings, 'texts' | 'locale'>,
): Seen {
  const start = Number(attribute('chars-start')) || undefined
  // Of a long name the end shows, too: it says whose name it is.
  const text = profileName
    ? shortened(profileName, 9, 10)
    : shortened(address, start, Number(attribute('chars-end')) || 6)
  if (!balanceAtMs || attribute('balance') === 'hide')
    return { look: 'connected bare', text, name: fill(texts.account, { address: text }), address }
  const balance = `${amountText(locale, held)} ${balanceSymbol}`
  const name = fill(texts.accountWithBalance, { address: text, balance })
  return { look: 'connected', text, name, address, balance }
}

function drawButton(button: HTMLButtonElement, seen: Seen) {
  const { look = '', text, isBlank, name, address, balance, image } = seen
  button.className = `PageButton ${isBlank ? 'blank ' : ''}${look}`
  button.ariaBusy = look === 'busy' ? 'true' : null
  button.ariaLabel = name ?? null
  const parts: (Node | string)[] = [name ? isolated(text) : text]
  if (look === 'busy') parts.unshift(html('i', 'Spinner'))
  if (look === 'wrong') parts.unshift(smallIcon(warning))
  if (image) parts.unshift(picture(image, 'Avatar'))
  if (address) parts.unshift(face(address))
  if (look && look !== 'busy') parts.push(smallIcon(down))
  button.replaceChildren(...(name ? [html('span', 'id', ...parts)] : parts))
  // The space is not to be seen; it keeps the words apart for who says them aloud to find the button.
  if (balance) button.prepend(html('span', 'balance', isolated(balance)), ' ')
}

const smallIcon = (path: string): SVGElement => drawing('Icon small', path)

/** Defines the elements, once per page. */
export function defineButtons(): void {
  const { customElements } = globalThis
  if (customElements?.get('latchkit-button')) warnOnce('Two copies of the package')
  else
    for (const name of names)
      customElements?.define(`latchkit-${name}`, class extends LatchkitButton {})
}
