import { html } from '../../../kit/src/Dialog/draw.ts'
import { TITLE_ID } from '../../../kit/src/Header/titleId.ts'
import type { Store } from '../../../shell/src/entry/store'
import { setLanguage } from '../all/language'
import { setTheme } from '../all/theme'
import embeddedCss from './Embedded.css?inline'

/** What a modal in its place on the page is drawn with. */
export interface EmbeddedParts {
  /** The instance. */
  name: string
  store: Store
  /** The language of the views, BCP 47. */
  locale: string
  /** What the entry knows of looks. */
  sheet: CSSStyleSheet
  /** What stays on the page with all that is in it: in the first place there is. */
  kept: HTMLElement
  /** Renders the views; returns the way to take them away. */
  mount(container: Element, store: Store): () => void
}

const embedded = new Map<string, EmbeddedParts>()
const sheet = new CSSStyleSheet()
sheet.replaceSync(embeddedCss)

/**
 * `<latchkit-modal>`: where the modal of an instance with the option `enableEmbedded` shows, attribute
 * `instance`. The host element of a dialog has this name too, and a shadow root before it is on the page.
 */
class LatchkitModal extends HTMLElement {
  #root: ShadowRoot | undefined
  #end: (() => void) | undefined

  connectedCallback() {
    this.draw()
  }

  disconnectedCallback() {
    this.clear()
  }

  /** Shows the modal, if there is one to show. */
  draw() {
    const parts = embedded.get(instanceOf(this))
    if (!parts || this.#end || (this.shadowRoot && !this.#root)) return
    this.#root ??= this.attachShadow({ mode: 'open' })
    this.#root.adoptedStyleSheets = [parts.sheet, sheet]
    this.#end = show(this, this.#root, parts)
    settle(parts, this)
  }

  clear() {
    this.#end?.()
    this.#end = undefined
    const parts = embedded.get(instanceOf(this))
    if (parts) settle(parts)
  }

  /** Takes what is to stay on the page, where nobody has it. */
  take(kept: HTMLElement) {
    if (this.#end) this.#root?.querySelector('.Embedded')?.append(kept)
  }

  /** Leads whoever asked for the modal to it. */
  reveal() {
    const card = this.#root?.querySelector<HTMLElement>('.Embedded')
    card?.scrollIntoView({ block: 'nearest' })
    card?.focus({ preventScroll: true })
    const ring = ['2px solid var(--lk-accent-text)', '2px solid transparent']
    card?.animate({ outline: ring }, { duration: 900, easing: 'ease-in' })
  }
}

/** Shows the modal in a shadow root. It is never closed: closing leads back to Account or Connect. */
function show(
  host: HTMLElement,
  root: ShadowRoot,
  { store, locale, mount }: EmbeddedParts,
): () => void {
  setLanguage(host, locale)
  const card = html('div', 'Embedded')
  card.role = 'region'
  card.tabIndex = -1
  card.setAttribute('aria-labelledby', TITLE_ID)
  // What the views are rendered into has nothing else in it.
  const view = html('div', 'view')
  card.append(view)
  root.replaceChildren(card)

  function follow() {
    const { modal, route, failure, theme } = store.get()
    setTheme(host, theme)
    card.dataset.view = failure.unexpected ? 'Unexpected' : route.history.at(-1)
    card.toggleAttribute('data-root', route.history.length < 2)
    card.toggleAttribute('data-shake', modal.shake)
    if (!modal.open) store.send({ type: 'open' })
  }

  let focused: EventTarget | null = null
  const isGone = () => focused instanceof Node && !focused.isConnected
  card.addEventListener('focusin', ({ target }) => {
    focused = target
  })
  card.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (focused === target && !isGone()) focused = null
    }),
  )
  // A view that goes takes its focused button with it; the keyboard stays in the card.
  const content = new MutationObserver(() => {
    if (isGone() && !root.activeElement) card.focus({ preventScroll: true })
  })
  content.observe(card, { childList: true, subtree: true })
  const unmount = mount(view, store)
  const unsubscribe = store.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    content.disconnect()
    unmount()
    root.replaceChildren()
  }
}

/**
 * Puts what is kept into the first place of the instance, if it is in none. A page without one has it where nobody
 * sees it. A frame in it loads anew at each move, so that it is not moved from place to place.
 */
function settle({ name, kept }: EmbeddedParts, place = placesOf(name)[0]) {
  const hasPlace = kept.isConnected && kept.getRootNode() instanceof ShadowRoot
  if (!hasPlace && place) place.take(kept)
  else if (!kept.isConnected && kept.firstChild) document.body.append(kept)
}

/** Shows an instance wherever the page has a place for it. Returns the ways there and to stop. */
export function embed(parts: EmbeddedParts) {
  embedded.set(parts.name, parts)
  if (!customElements.get('latchkit-modal')) customElements.define('latchkit-modal', LatchkitModal)
  for (const place of placesOf(parts.name)) place.draw()
  settle(parts)
  return {
    reveal: () => placesOf(parts.name)[0]?.reveal(),
    end() {
      embedded.delete(parts.name)
      for (const place of placesOf(parts.name)) place.clear()
      parts.kept.remove()
    },
  }
}

const placesOf = (name: string): LatchkitModal[] =>
  [...document.querySelectorAll('latchkit-modal')].filter(
    place => place instanceof LatchkitModal && instanceOf(place) === name,
  ) as LatchkitModal[]

const instanceOf = (place: Element) => place.getAttribute('instance') || 'default'
