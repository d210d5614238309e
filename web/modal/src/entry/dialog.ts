import { createDialog } from '../../../kit/src/Dialog/Dialog.ts'
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

/** The dialog of an instance: on the page only while it is open, unless something is to be kept in it. */
export interface ModalDialog {
  /** Paints the dialog at once; resolves when a view is in it, or what went wrong. */
  show(): Promise<void>
  /** Where a frame stays that must not be loaded anew: from now on it is on the page until `destroy`. */
  keep(): HTMLElement
  /** Takes it off the page. Whoever destroys it says in the same turn that the modal is closed. */
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

/** What is in a dialog. */
interface Shown {
  /** Resolves when a view is in it, or what went wrong. */
  filled: Promise<void>
  /** Follows the page. Browsers may have closed one that is to stay. */
  follow(): void
  /** Resolves when nothing is to be seen of it any more. */
  close(): Promise<void>
  remove(): undefined
}

/** An element on the page, and the `<dialog>` in its shadow root. */
interface Card {
  host: HTMLElement
  element: HTMLDialogElement
}

/** What a dialog is made of. */
export interface DialogParts {
  store: Store
  opening: Opening
  wallets: Wallets
  settings(): Settings
}

/** Follows the slices `modal` and `theme` of the store. */
export function createModal(parts: DialogParts): ModalDialog {
  const { store } = parts
  let shown: Shown | undefined
  let leaving: Shown | undefined
  let card: Card | undefined
  let isKept = false

  function show(): Promise<void> {
    if (shown) return shown.filled
    forget()
    card ??= makeCard()
    shown = paint(parts, onDismiss, card)
    return shown.filled
  }

  function onDismiss() {
    store.send({ type: 'dismiss' })
    syncSoon()
  }

  /** Once a turn is over: an engine that starts says "closed" before it hears what waited for it. */
  function sync() {
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
    queueMicrotask(sync)
  }

  function forget() {
    leaving = leaving?.remove()
    if (!isKept) card = card?.host.remove() as undefined
  }

  const unsubscribe = store.subscribe(syncSoon)
  return {
    show,
    keep() {
      isKept = true
      card ??= makeCard()
      return card.element
    },
    destroy() {
      unsubscribe()
      shown = shown?.remove()
      card?.host.remove()
    },
  }
}

/** Puts a dialog on the page, with its first frame. */
function paint(parts: DialogParts, onDismiss: () => void, card: Card): Shown {
  const { store, opening, wallets } = parts
  const settings = parts.settings()
  const { texts, locale } = settings
  const { namespace } = opening.opened()
  const isAccount = store.get().route.history[0] === 'Account'
  const first = firstFrame({ store, wallets, settings, namespace })
  const title = isAccount ? filled(texts.account, { address: '' }).trim() : texts.dialogTitle
  const dialog = createDialog({
    title,
    closeLabel: texts.close,
    places: first.element,
    element: card.element,
    onDismiss,
  })
  const element = card.host
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
    },
  }
  // The words of the first frame are the host's; it reads from the left, as the views will.
  element.lang = locale
  element.dir = 'ltr'
  one.follow()
  one.filled = fill()
  return one
}

/** Puts a card on the page: nothing of it shows until it is opened. */
function makeCard(): Card {
  const element = html('dialog', 'Dialog')
  const host = document.createElement('latchkit-modal')
  // Says to a common focus library that this is no part of what it hides behind its own modal.
  host.dataset.reactAriaTopLayer = 'true'
  for (const name of ownEvents) host.addEventListener(name, event => event.stopPropagation())
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [entrySheet()]
  root.append(element)
  document.body.append(host)
  return { host, element }
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
  view.querySelector('.layout')?.removeAttribute('aria-busy')
  view.querySelector('.body')?.replaceChildren(failure)
  button.focus()
}
