import { TITLE_ID } from '../Header/titleId.ts'
import { close as closePath } from '../Icon/close.ts'
import { drawing, html } from './draw.ts'

/** What a dialog says and reports. */
export interface DialogOptions {
  /** The title over `places`, and so the dialog's name, until a view brings its own. */
  title: string
  /** The accessible name of the close button there. */
  closeLabel: string
  /** What stands where the view will. */
  places: HTMLElement
  /** The `<dialog>`, of class `Dialog`: a new one, or that of a dialog before, with what is kept in it. */
  element: HTMLDialogElement
  /** Escape, the back gesture, the backdrop or the close button. The dialog stays open: its owner decides. */
  onDismiss: () => void
}

/**
 * The card around every view: a native `<dialog>` without a framework, so that it can be painted,
 * with a header and places for rows, before anything else is loaded.
 *
 * The owner puts `element` into its shadow root, next to the text of `entryCss`, and renders into `view`.
 * What views need of it besides, `attend` does.
 */
export interface Dialog {
  readonly element: HTMLDialogElement
  readonly view: HTMLElement
  /** Shows the dialog over the page and takes the focus. `element` must be in the document. */
  open(): void
  /** Gives the focus back to the opener at once; resolves when nothing is to be seen any more. */
  close(): Promise<void>
  /** Closes without animation, lets go of the page and takes the view away. */
  destroy(): void
}

/** Keeps the page still; the gutter only where a scrollbar takes room, so that nothing shifts. */
const LOCK = ':root{overflow:hidden!important;overscroll-behavior:none'
const GUTTER = ';scrollbar-gutter:stable'

/** Makes a dialog of an element. */
export function createDialog(options: DialogOptions): Dialog {
  const { onDismiss, element } = options
  const view = html('div', 'view', frame(options))
  const lock = new CSSStyleSheet()
  let isClosing = false
  let pressedOutside = false

  function release() {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== lock)
  }

  function shut() {
    isClosing = true
    release()
    element.close()
  }

  /** What has just come takes no pointer yet, and neither does what lies around it. */
  function isNew() {
    const running = view.getAnimations({ subtree: true }) as CSSAnimation[]
    return running.some(({ animationName }) => animationName === 'lk-new')
  }

  // What is kept stays where it is: a frame that is moved loads anew.
  element.prepend(view)
  element.tabIndex = -1
  element.setAttribute('aria-labelledby', TITLE_ID)
  element.onkeydown = event => {
    if (event.key !== 'Escape' || event.isComposing) return
    // Not only to stay open: a dialog of the host page must not hear it either.
    event.preventDefault()
    event.stopPropagation()
    onDismiss()
  }
  element.oncancel = event => {
    event.preventDefault()
    onDismiss()
  }
  // Browsers let nobody refuse a second close request in a row.
  element.onclose = () => {
    if (isClosing || element.open) return
    release()
    onDismiss()
  }
  // Both ends of the click, or a text selection dragged out of the card would close it.
  element.onpointerdown = event => {
    pressedOutside = !isNew() && isOutside(element, event)
  }
  element.onclick = event => {
    if (pressedOutside && isOutside(element, event)) onDismiss()
  }

  return {
    element,
    view,
    open() {
      if (element.open) return
      isClosing = false
      lock.replaceSync(LOCK + (innerWidth > document.documentElement.clientWidth ? GUTTER : ''))
      document.adoptedStyleSheets.push(lock)
      element.showModal()
      // The card itself, not its first button: what is painted first is soon replaced.
      element.focus()
    },
    async close() {
      shut()
      await Promise.allSettled(element.getAnimations().map(animation => animation.finished))
    },
    destroy() {
      shut()
      view.remove()
    },
  }
}

function isOutside(element: Element, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return (
    target === element && (clientX < left || clientX > right || clientY < top || clientY > bottom)
  )
}

/** What a view is, before there is one. */
function frame({ title, closeLabel, places, onDismiss }: DialogOptions): HTMLElement {
  const heading = html('h2', 'cut', title)
  const button = html('button', 'IconButton', drawing('Icon', closePath))
  const header = html('div', 'Header', html('span'), heading, button)
  const layout = html('div', 'layout', header, html('div', 'body', places))
  layout.ariaBusy = 'true'
  heading.id = TITLE_ID
  button.ariaLabel = closeLabel
  button.onclick = onDismiss
  return layout
}
