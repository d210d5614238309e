import { TITLE_ID } from '../Header/titleId.ts'
import type { Dialog } from './Dialog.ts'
import { html } from './draw.ts'

/** What a dialog does for the views in it. */
export interface Attendance {
  /** Shakes the card while `isOn`; the title is said again for whoever does not see that. */
  shake(isOn: boolean): void
  end(): void
}

/** What the window keeps free around the card. */
const EDGE_PX = 24

/** Lets the card follow the height of its view, and keeps the keyboard in it. */
export function attend({ element, view }: Dialog): Attendance {
  const spoken = html('p', 'unseen')
  spoken.role = 'status'
  element.append(spoken)

  let shown: Element | null = null
  let first = 0

  /** How much the view that shows has grown since it came, as far as the card can grow upwards alone. */
  function grow(height: number) {
    if (view.firstElementChild !== shown) {
      shown = view.firstElementChild
      first = height
    }
    const room = (innerHeight - first) / 2 - EDGE_PX
    element.style.setProperty('--lk-grown', `${Math.max(0, Math.min(height - first, room))}px`)
  }

  function follow() {
    const height = view.offsetHeight
    if (!height) return
    element.style.setProperty('--lk-block', `${height + around(element)}px`)
    grow(height)
  }
  const size = new ResizeObserver(follow)
  size.observe(view)

  const content = new MutationObserver(() => {
    // A view that goes takes its focused button with it.
    const { activeElement } = element.getRootNode() as Document | ShadowRoot
    if (element.open && !element.contains(activeElement)) element.focus()
    // Where a click opens a window Chromium may tell nobody of the size that changes meanwhile.
    follow()
  })
  content.observe(view, { childList: true, subtree: true })

  return {
    shake(isOn) {
      element.toggleAttribute('data-shake', isOn)
      const title = view.querySelector(`#${TITLE_ID}`)
      spoken.textContent = isOn && title ? title.textContent : ''
    },
    end() {
      size.disconnect()
      content.disconnect()
      spoken.remove()
      // The next view in a card that is kept is none of these.
      element.removeAttribute('data-shake')
      for (const name of ['--lk-block', '--lk-grown']) element.style.removeProperty(name)
    },
  }
}

/** What the card has around its view: a border in forced colours, and what the screen keeps below a sheet. */
function around(card: HTMLElement): number {
  const { paddingBlockEnd } = getComputedStyle(card)
  return card.offsetHeight - card.clientHeight + Number.parseFloat(paddingBlockEnd)
}
