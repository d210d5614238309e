import { leadIn } from './leadIn.ts'

/**
 * Lays the vault's frame over a place in the same card, called as `title` says, once the place is where it will be, and
 * as long as it is wanted there: it follows how the place moves and grows, and is cut where what scrolls cuts that. Who
 * comes to the place by the keyboard comes into the frame, if anybody may: `isReached`; whoever sees nothing else of the
 * card (`isAll`) is in it at once. Returns the way to take it away.
 */
export function coverPlace(
  place: HTMLElement,
  { title, isReached, isAll }: { title: string; isReached: boolean; isAll: boolean },
): () => void {
  const root = place.getRootNode() as ShadowRoot
  const frame = root.querySelector<HTMLIFrameElement>('.Frame')
  if (!frame) return () => undefined
  const over = new AbortController()
  const { signal } = over
  const show = () => {
    if (signal.aborted) return
    frame.title = title
    frame.inert = !isReached
    place.dataset.covered = ''
    follow(place, frame, signal)
    if (isReached) leadIn(place, frame, signal)
    if (isReached && isAll) frame.focus({ preventScroll: true })
  }
  const passage = place.closest('.body')?.getAnimations() ?? []
  if (passage.length === 0) show()
  else Promise.allSettled(passage.map(({ finished }) => finished)).then(show, show)
  return () => {
    over.abort()
    frame.inert = true
    frame.style.visibility = 'hidden'
    delete place.dataset.covered
  }
}

function follow(place: HTMLElement, frame: HTMLElement, signal: AbortSignal) {
  const lay = () => layOver(place, frame)
  lay()
  const sizes = new ResizeObserver(lay)
  const body = place.closest('.body')
  for (const part of [place, body, body?.firstElementChild, place.closest('.layout')])
    if (part) sizes.observe(part)
  signal.addEventListener('abort', () => sizes.disconnect(), { once: true })
  const root = place.getRootNode()
  root.addEventListener('scroll', lay, { capture: true, passive: true, signal })
  // What moved is somewhere else by now, and nobody is told of its size.
  for (const moved of ['animationend', 'transitionend'])
    root.addEventListener(moved, lay, { signal })
}

/** Where the place is now, and as much of it as is to be seen. */
function layOver(place: HTMLElement, frame: HTMLElement) {
  const card = place.closest<HTMLElement>('.Dialog, .Embedded')
  if (!card) return
  const [at, around] = [place, card].map(part => part.getBoundingClientRect())
  const within = place.closest('.body')?.getBoundingClientRect() ?? around
  if (!at || !around || !within) return
  // A card that comes grows a little. Where two edges are all but one nothing is cut: a browser would take it for covered.
  const scale = around.width / card.offsetWidth || 1
  const cuts = [
    within.top - at.top,
    at.right - within.right,
    at.bottom - within.bottom,
    within.left - at.left,
  ].map(cut => (cut > 2 * scale ? Math.round(cut / scale) : 0))
  const [top = 0, right = 0, bottom = 0, left = 0] = cuts
  const { style } = frame
  style.top = `${(at.top - around.top) / scale - card.clientTop + card.scrollTop}px`
  style.left = `${(at.left - around.left) / scale - card.clientLeft}px`
  style.width = `${at.width / scale}px`
  style.height = `${at.height / scale}px`
  style.clipPath = cuts.some(cut => cut > 0)
    ? `inset(${top}px ${right}px ${bottom}px ${left}px)`
    : ''
  const isSeen = top + bottom < at.height / scale && left + right < at.width / scale
  style.visibility = isSeen ? 'inherit' : 'hidden'
}
