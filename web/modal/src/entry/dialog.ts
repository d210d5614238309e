import { Dialog } from '../../../kit/src/Dialog/Dialog.ts'
import { html } from '../../../kit/src/Dialog/draw.ts'
import type { Wallets } from '../../../shell/src/all/WalletProvider'
import type { Store } from '../../../shell/src/entry/store'
import type { LatchkitTexts } from '../all/LatchkitTexts'
import { setLanguage } from '../all/language'
import { setTheme } from '../all/theme'
import { complain } from './complain'
import { firstFrame } from './firstFrame'
import type { Opening } from './opening'
import type { Settings } from './options'
import { entrySheet } from './sheet'

/** The dialog of an instance: on the page only while it is open. */
export interface ModalDialog {
  /** Paints the dialog at once; resolves when a view is in it, or what went wrong. */
  show(): Promise<void>
  destroy(): void
}

/**
 * What a host page must not hear of. Its focus trap would take the focus back, its own modal would see
 * a click outside of itself, its shortcuts would fire while somebody types.
 */
const ownEvents = [
  'focusin',
  'focusout',
  'pointerdown',
  'mousedown',
  'touchstart',
  'keydown',
  'keyup',
]

/** A dialog on the page, and what is in it. */
interface Shown {
  element: HTMLElement
  dialog: Dialog
  unmount?: () => void
  filled: Promise<void>
}

/** Follows the slices `modal`, `route`, `theme` and `failure` of the store. */
export function createDialog(
  store: Store,
  opening: Opening,
  wallets: Wallets,
  settings: () => Settings,
): ModalDialog {
  let shown: Shown | undefined
  let leaving: Shown | undefined
  let isSyncDue = false
  let isDestroyed = false

  function show(): Promise<void> {
    if (shown) return shown.filled
    if (leaving) remove(leaving)
    const { texts, locale, options } = settings()
    const dialog = new Dialog({
      title: texts.dialogTitle,
      closeLabel: texts.close,
      places: firstFrame(store.get(), wallets, options),
      onDismiss: dismiss,
    })
    const element = hostOf(dialog, store)
    setLanguage(element, locale)
    const one: Shown = { element, dialog, filled: Promise.resolve() }
    shown = one
    document.body.append(element)
    dialog.open()
    one.filled = fill(one, () => shown === one, store, opening, texts.loadFailed)
    return one.filled
  }

  function dismiss() {
    store.send({ type: 'dismiss' })
    syncSoon()
  }

  function hide(one: Shown) {
    shown = undefined
    leaving = one
    one.dialog.close().then(() => leaving === one && remove(one), reportError)
  }

  function remove({ unmount, dialog, element }: Shown) {
    leaving = undefined
    unmount?.()
    dialog.destroy()
    element.remove()
  }

  /** Once a turn is over: an engine that starts says "closed" before it hears what waited for it. */
  function sync() {
    isSyncDue = false
    if (isDestroyed) return
    const { open } = store.get().modal
    if (open) show().catch(reportError)
    if (shown && !open) hide(shown)
    else if (shown) follow(shown, store)
  }

  function syncSoon() {
    if (!isSyncDue) queueMicrotask(sync)
    isSyncDue = true
  }

  const unsubscribe = store.subscribe(syncSoon)
  return {
    show,
    destroy() {
      isDestroyed = true
      unsubscribe()
      for (const one of [shown, leaving]) if (one) remove(one)
      shown = undefined
    },
  }
}

/** The host element of a dialog. */
function hostOf(dialog: Dialog, store: Store): HTMLElement {
  const element = document.createElement('latchkit-modal')
  // Says to a common focus library that this is no part of what it hides behind its own modal.
  element.setAttribute('data-react-aria-top-layer', 'true')
  for (const name of ownEvents) element.addEventListener(name, stop)
  setTheme(element, store.get().theme)
  const root = element.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [entrySheet()]
  root.append(dialog.element)
  return element
}

/** Puts the views into a dialog that still shows when they are there, or says that they did not load. */
async function fill(
  one: Shown,
  isShown: () => boolean,
  store: Store,
  opening: Opening,
  words: LatchkitTexts['loadFailed'],
) {
  try {
    const views = opening.ready() ?? (await opening.load())
    if (!isShown() || one.unmount) return
    setLanguage(one.element, views.locale)
    one.unmount = views.mount(one.dialog.view, store)
    follow(one, store)
  } catch (error) {
    complain(error)
    if (!isShown()) return
    const body = String(error).includes('wasm-unsafe-eval') ? words.policy : words.body
    drawFailure(one.dialog.view, { ...words, body }, () => {
      opening.reopen()
      one.filled = fill(one, isShown, store, opening, words)
    })
  }
}

/** The dialog as the slices want it. Browsers may have closed one that is to stay. */
function follow({ element, dialog, unmount }: Shown, store: Store) {
  const { modal, route, failure, theme } = store.get()
  setTheme(element, theme)
  dialog.open()
  dialog.shake(modal.shake)
  if (!unmount) return
  dialog.element.dataset.view = failure.unexpected ? 'Unexpected' : route.history.at(-1)
}

/** Says that the views or the engine did not load, with a button to try again. */
function drawFailure(view: HTMLElement, words: LatchkitTexts['loadFailed'], retry: () => void) {
  const button = html('button', 'PageButton', words.tryAgain)
  button.type = 'button'
  button.addEventListener('click', () => {
    button.disabled = true
    button.textContent = words.trying
    retry()
  })
  const title = html('h3', '', words.title)
  const failure = html('div', 'LoadFailure', title, html('p', '', words.body), button)
  failure.role = 'alert'
  const place = view.querySelector('.layout')
  if (place) place.ariaBusy = 'false'
  view.querySelector('.body')?.replaceChildren(failure)
  button.focus()
}

const stop = (event: Event) => event.stopPropagation()
