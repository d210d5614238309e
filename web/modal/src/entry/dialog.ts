import { Dialog } from '../../../kit/src/Dialog/Dialog.ts'
import { html } from '../../../kit/src/Dialog/draw.ts'
import type { Store } from '../../../shell/src/entry/store'
import { setTheme } from '../all/theme'
import { pageText } from '../text/pageText'
import type { Views } from './chunks'
import { entrySheet } from './sheet'

/** What the dialog stands on. */
export interface DialogParts {
  store: Store
  /** The views, if they are there already and the engine is too: then no skeleton is shown. */
  ready(): Views | undefined
  /** Loads the views and starts the engine. */
  load(): Promise<Views>
  /** Opens again after a failure. */
  reopen(): void
}

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

interface Shown {
  element: HTMLElement
  dialog: Dialog
  unmount?: () => void
  filled: Promise<void>
}

/** Follows the slices `modal`, `route`, `theme` and `failure` of the store. */
export function createDialog(parts: DialogParts): ModalDialog {
  const { store } = parts
  let shown: Shown | undefined
  let leaving: Shown | undefined
  let isSyncDue = false
  let isDestroyed = false

  function show(): Promise<void> {
    if (shown) return shown.filled
    if (leaving) remove(leaving)
    const element = document.createElement('latchkit-modal')
    // Says to a common focus library that this is no part of what it hides behind its own modal.
    element.setAttribute('data-react-aria-top-layer', 'true')
    for (const name of ownEvents) element.addEventListener(name, stop)
    setTheme(element, store.get().theme)
    const dialog = new Dialog({
      title: pageText.dialogTitle(),
      closeLabel: pageText.close(),
      onDismiss() {
        store.send({ type: 'dismiss' })
        syncSoon()
      },
    })
    const root = element.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [entrySheet()]
    root.append(dialog.element)
    document.body.append(element)
    shown = { element, dialog, filled: Promise.resolve() }
    dialog.open()
    shown.filled = fill(shown)
    return shown.filled
  }

  async function fill(one: Shown) {
    try {
      const views = parts.ready() ?? (await parts.load())
      if (shown !== one || one.unmount) return
      one.unmount = views.mount(one.dialog.view, store)
      follow(one)
    } catch (error) {
      console.error('[latchkit]', error)
      if (shown === one) drawFailure(one)
    }
  }

  function drawFailure(one: Shown) {
    const words = pageText.loadFailed
    const button = html('button', 'PageButton', words.tryAgain())
    button.type = 'button'
    button.addEventListener('click', () => {
      button.disabled = true
      button.textContent = words.trying()
      parts.reopen()
      one.filled = fill(one)
    })
    const title = html('h3', '', words.title())
    const failure = html('div', 'LoadFailure', title, html('p', '', words.body()), button)
    failure.role = 'alert'
    const place = one.dialog.view.querySelector('.place')
    if (place) place.ariaBusy = 'false'
    one.dialog.view.querySelector('.body')?.replaceChildren(failure)
    button.focus()
  }

  function hide(one: Shown) {
    shown = undefined
    leaving = one
    one.dialog.close().then(() => leaving === one && remove(one), reportError)
  }

  function remove(one: Shown) {
    leaving = undefined
    one.unmount?.()
    one.dialog.destroy()
    one.element.remove()
  }

  /** The dialog as the slices want it. Browsers may have closed one that is to stay. */
  function follow({ element, dialog, unmount }: Shown) {
    const { modal, route, failure, theme } = store.get()
    setTheme(element, theme)
    dialog.open()
    dialog.shake(modal.shake)
    if (!unmount) return
    dialog.element.dataset.view = failure.unexpected ? 'Unexpected' : route.history.at(-1)
  }

  /** Once a turn is over: an engine that starts says "closed" before it hears what waited for it. */
  function sync() {
    isSyncDue = false
    if (isDestroyed) return
    const { open } = store.get().modal
    if (open) show().catch(reportError)
    if (shown && !open) hide(shown)
    else if (shown) follow(shown)
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

const stop = (event: Event) => event.stopPropagation()
