import { TITLE_ID } from '../Header/titleId.ts'
import { close as closePath } from '../Icon/close.ts'
import { drawing, html, skeletonRow } from './draw.ts'

/** What a dialog says and reports. */
export interface DialogOptions {
  /** The title over the skeleton, and so the dialog's name, until a view brings its own. */
  title: string
  /** The accessible name of the close button over the skeleton. */
  closeLabel: string
  /** What stands where the view will. Left out, three rows that are still to come. */
  places?: HTMLElement
  /** Escape, the back gesture, the backdrop or the close button. The dialog stays open: its owner decides. */
  onDismiss: () => void
}

/** Keeps the page still; the gutter only where a scrollbar takes room, so that nothing shifts. */
const LOCK = ':root{overflow:hidden!important;overscroll-behavior:none}'
const LOCK_WITH_GUTTER = `${LOCK}:root{scrollbar-gutter:stable}`

/**
 * The card around every view: a native `<dialog>` without a framework, so that it can be painted,
 * with a header and places for rows, before anything else is loaded.
 *
 * The owner puts `element` into its shadow root, next to the text of `entryCss`, and renders into `view`.
 */
export class Dialog {
  readonly element = html('dialog', 'Dialog')
  readonly view = html('div', 'view')
  readonly #spoken = html('p', 'unseen')
  readonly #lock = new CSSStyleSheet()
  readonly #size = new ResizeObserver(() => this.#followHeight())
  readonly #content = new MutationObserver(() => this.#keepFocus())
  readonly #onDismiss: () => void
  #isClosing = false
  #pressedOutside = false

  constructor(options: DialogOptions) {
    this.#onDismiss = options.onDismiss
    const { element, view } = this
    element.tabIndex = -1
    element.setAttribute('aria-labelledby', TITLE_ID)
    this.#spoken.role = 'status'
    view.append(skeleton(options))
    element.append(view, this.#spoken)
    this.#listen()
  }

  /** Shows the dialog over the page and takes the focus. `element` must be in the document. */
  open(): void {
    const { element } = this
    if (element.open) return
    const page = document.documentElement
    this.#isClosing = false
    element.style.removeProperty('--lk-block')
    this.#lock.replaceSync(innerWidth > page.clientWidth ? LOCK_WITH_GUTTER : LOCK)
    document.adoptedStyleSheets.push(this.#lock)
    element.showModal()
    // The card itself, not its first button: what is painted first is soon replaced.
    element.focus()
    this.#size.observe(this.view)
    this.#content.observe(this.view, { childList: true, subtree: true })
  }

  /** Gives the focus back to the opener at once; resolves when nothing is to be seen any more. */
  async close(): Promise<void> {
    const { element } = this
    if (!element.open) return
    this.#isClosing = true
    this.#release()
    element.close()
    await Promise.allSettled(element.getAnimations().map(animation => animation.finished))
  }

  /** Shakes the card while `isOn`; the title is said again for whoever does not see that. */
  shake(isOn: boolean): void {
    this.element.toggleAttribute('data-shake', isOn)
    const title = this.view.querySelector(`#${TITLE_ID}`)
    this.#spoken.textContent = isOn && title ? title.textContent : ''
  }

  /** Closes without animation and lets go of the page. */
  destroy(): void {
    this.#isClosing = true
    this.#release()
    this.element.close()
    this.element.remove()
  }

  #release(): void {
    this.#size.disconnect()
    this.#content.disconnect()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== this.#lock)
  }

  #listen(): void {
    const { element } = this
    element.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || event.isComposing) return
      // Not only to stay open: a dialog of the host page must not hear it either.
      event.preventDefault()
      event.stopPropagation()
      this.#onDismiss()
    })
    element.addEventListener('cancel', event => {
      event.preventDefault()
      this.#onDismiss()
    })
    // Browsers let nobody refuse a second close request in a row.
    element.addEventListener('close', () => {
      if (this.#isClosing || element.open) return
      this.#release()
      this.#onDismiss()
    })
    // Both ends of the click, or a text selection dragged out of the card would close it.
    element.addEventListener('pointerdown', event => {
      this.#pressedOutside = !this.#isNew() && this.#isOutside(event)
    })
    element.addEventListener('click', event => {
      if (this.#pressedOutside && this.#isOutside(event)) this.#onDismiss()
    })
  }

  /** What has just come takes no pointer yet, and neither does what lies around it. */
  #isNew(): boolean {
    const running = this.view.getAnimations({ subtree: true }) as CSSAnimation[]
    return running.some(({ animationName }) => animationName === 'lk-new')
  }

  #isOutside({ target, clientX, clientY }: MouseEvent): boolean {
    const { left, right, top, bottom } = this.element.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    return target === this.element && !isInside
  }

  #followHeight(): void {
    const height = this.view.offsetHeight
    if (height) this.element.style.setProperty('--lk-block', `${height}px`)
  }

  /** A view that goes takes its focused button with it; the keyboard stays in the dialog. */
  #keepFocus(): void {
    const root = this.element.getRootNode() as Document | ShadowRoot
    if (!this.element.contains(root.activeElement)) this.element.focus()
  }
}

function skeleton({
  title,
  closeLabel,
  places = html('div', '', skeletonRow(), skeletonRow(), skeletonRow()),
  onDismiss,
}: DialogOptions): HTMLElement {
  const heading = html('h2', 'cut', title)
  const button = html('button', '', drawing('Icon', ['path', { d: closePath }]))
  const header = html('div', 'Header', html('span'), heading, button)
  const place = html('div', 'layout', header, html('div', 'body', places))
  place.ariaBusy = 'true'
  heading.id = TITLE_ID
  button.type = 'button'
  button.ariaLabel = closeLabel
  button.addEventListener('click', onDismiss)
  return place
}
