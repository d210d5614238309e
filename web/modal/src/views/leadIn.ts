/**
 * Who comes to the place by the keyboard comes into the frame. The frame lies elsewhere in the card: whoever goes on from it
 * comes to what stands behind the place, and whoever goes back to what stands before it. From the ends of a dialog one
 * comes round; from those of a card on the page to what the page has there.
 */
export function leadIn(place: HTMLElement, frame: HTMLElement, signal: AbortSignal): void {
  const root = place.getRootNode() as ShadowRoot
  const card = place.closest<HTMLElement>('.Dialog, .Embedded')
  const [before, after] = [edge(), edge()]
  const stopBy = (way: HTMLElement) => card && nextTo(place, card, way === after)

  /** Whether somebody is in the frame. */
  const turn = (isIn: boolean) => {
    place.tabIndex = isIn ? -1 : 0
    for (const way of [before, after]) way.tabIndex = isIn && stopBy(way) ? 0 : -1
  }

  // From what stands behind it in the document nobody comes into it.
  frame.tabIndex = -1
  frame.before(before)
  frame.after(after)
  for (const way of [before, after])
    way.addEventListener('focus', () => stopBy(way)?.focus(), { signal })
  turn(root.activeElement === frame)
  place.addEventListener(
    'focus',
    () => {
      turn(true)
      frame.focus()
    },
    { signal },
  )
  // Who clicks into the frame is in it as well; the window hears no more of that than this.
  addEventListener('blur', () => root.activeElement === frame && turn(true), { signal })
  root.addEventListener(
    'focusin',
    ({ target }) => {
      if (![frame, place, before, after].includes(target as HTMLElement)) turn(false)
    },
    { signal },
  )
  const leave = () => {
    place.removeAttribute('tabindex')
    before.remove()
    after.remove()
  }
  signal.addEventListener('abort', leave, { once: true })
}

function edge(): HTMLElement {
  const element = document.createElement('i')
  element.className = 'unseen'
  return element
}

/** What the keyboard comes to next behind the place, or before it. */
function nextTo(place: HTMLElement, card: HTMLElement, isBehind: boolean): HTMLElement | undefined {
  const all = [...card.querySelectorAll<HTMLElement>('button, a, input, textarea, [tabindex]')]
  const stops = all.filter(
    it =>
      it !== place &&
      it.tabIndex >= 0 &&
      !it.matches(':disabled, .unseen, [inert] *') &&
      it.checkVisibility({ visibilityProperty: true }),
  )
  const at = stops.filter(it => !(place.compareDocumentPosition(it) & FOLLOWS)).length
  const next = isBehind ? at : at - 1
  const isRound = card instanceof HTMLDialogElement
  return stops[next] ?? (isRound ? stops.at(isBehind ? 0 : -1) : undefined)
}

const FOLLOWS = Node.DOCUMENT_POSITION_FOLLOWING
