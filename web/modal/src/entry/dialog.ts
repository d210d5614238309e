import { createDialog, type Dialog } from '../../../kit/src/Dialog/Dialog.ts'
import { html } from '../../../kit/src/Dialog/draw.ts'
import type { Wallets } from '../../../shell/src/all/WalletProvider'
import { wasmIsForbidden } from '../../../shell/src/all/wasmIsForbidden'
import type { Store } from '../../../shell/src/entry/store'
import type { LatchkitTexts } from '../all/LatchkitTexts'
import { setTheme } from '../all/theme'
import { fill as filled } from '../text/pageText'
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
  /** Resolves when a view is in it, or what went wrong. */
  filled: Promise<void>
  /** Follows the page. Browsers may have closed one that is to stay. */
  follow(): void
  /** Resolves when nothing is to be seen of it any more. */
  close(): Promise<void>
  remove(): void
}

/** What a dialog is made of. */
interface DialogParts {
  store: Store
  opening: Opening
  wallets: Wallets
  settings: Settings
  onDismiss(): void
}

/** Follows the slices `modal` and `theme` of the store. */
export function createModal(
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
    forget()
    shown = paint({ store, opening, wallets, settings: settings(), onDismiss })
    return shown.filled
  }

  function onDismiss() {
    store.send({ type: 'dismiss' })
    syncSoon()
  }

  /** Once a turn is over: an engine that starts says "closed" before it hears what waited for it. */
  function sync() {
    isSyncDue = false
    if (isDestroyed) return
    if (store.get().modal.open) show().catch(reportError)
    else if (shown) {
      const one = shown
      leaving = one
      shown = undefined
      one.close().then(() => leaving === one && forget(), reportError)
    }
    shown?.follow()
  }

  function syncSoon() {
    if (!isSyncDue) queueMicrotask(sync)
    isSyncDue = true
  }

  function forget() {
    leaving?.remove()
    leaving = undefined
  }

  const unsubscribe = store.subscribe(syncSoon)
  return {
    show,
    destroy() {
      isDestroyed = true
      unsubscribe()
      forget()
      shown?.remove()
      shown = undefined
    },
  }
}

/** Puts a dialog on the page, with its first frame. */
function paint({ store, opening, wallets, settings, onDismiss }: DialogParts): Shown {
  const { texts, locale } = settings
  const { namespace } = opening.opened()
  const isAccount = store.get().route.history[0] === 'Account'
  const first = firstFrame({ store, wallets, settings, namespace })
  const title = isAccount ? filled(texts.account, { address: '' }).trim() : texts.dialogTitle
  const dialog = createDialog({ title, closeLabel: texts.close, places: first.element, onDismiss })
  const element = hostOf(dialog)
  let { end } = first
  let isOver = false

  async function fill() {
    try {
      const views = opening.ready() ?? (await opening.load())
      if (isOver || end !== first.end) return
      element.lang = views.locale
      end()
      end = views.mountIn(dialog, store)
    } catch (error) {
      complain(error)
      if (!isOver) drawFailure(dialog.view, texts.loadFailed, error, retry)
    }
  }

  function retry() {
    opening.reopen()
    one.filled = fill()
  }

  const one: Shown = {
    filled: Promise.resolve(),
    follow() {
      setTheme(element, store.get().theme)
      dialog.open()
    },
    close() {
      isOver = true
      return dialog.close()
    },
    remove() {
      isOver = true
      end()
      dialog.destroy()
      element.remove()
    },
  }
  // The words of the first frame are the host's; it reads from the left, as the views will.
  element.lang = locale
  element.dir = 'ltr'
  document.body.append(element)
  one.follow()
  one.filled = fill()
  return one
}

/** The host element of a dialog. */
function hostOf(dialog: Dialog): HTMLElement {
  const element = document.createElement('latchkit-modal')
  // Says to a common focus library that this is no part of what it hides behind its own modal.
  element.dataset.reactAriaTopLayer = 'true'
  for (const name of ownEvents) element.addEventListener(name, stop)
  const root = element.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [entrySheet()]
  root.append(dialog.element)
  return element
}

/** Says that the views or the engine did not load, with a button to try again. */
function drawFailure(
  view: HTMLElement,
  words: LatchkitTexts['loadFailed'],
  error: unknown,
  retry: () => void,
) {
  const isForbidden = (error as { code?: unknown } | undefined)?.code === wasmIsForbidden
  const button = html('button', 'PageButton', words.tryAgain)
  button.onclick = () => {
    button.disabled = true
    retry()
  }
  const title = html('h3', '', words.title)
  const failure = html(
    'div',
    'LoadFailure',
    title,
    html('p', '', isForbidden ? words.policy : words.body),
    button,
  )
  failure.role = 'alert'
  const place = view.querySelector('.layout')
  if (place) place.ariaBusy = 'false'
  view.querySelector('.body')?.replaceChildren(failure)
  button.focus()
}

const stop = (event: Event) => event.stopPropagation()
