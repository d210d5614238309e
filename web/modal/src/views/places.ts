/** Which view it is: its name, and how many lead to it, with itself. */
export interface At {
  name: string
  depth: number
}

/** Where somebody was in a view that another one covers. */
interface Place {
  /** The view's; none, of one that nobody saw. */
  name?: string
  /** How far its body was scrolled. */
  top: number
  /** What had the focus, as `handleOf` calls it. */
  focused: string | undefined
}

/** The places of each dialog, by depth. */
const places = new WeakMap<Node, Place[]>()

const placesIn = (view: HTMLElement): Place[] => {
  const root = view.getRootNode()
  const known = places.get(root) ?? []
  places.set(root, known)
  return known
}

/**
 * The view goes: whoever comes back to it finds it as it was. The one that led to it, if nothing of that
 * had the focus, leads to the wallet that this one was of: it was chosen before there was a view.
 */
export function keepPlace(view: HTMLElement, { name, depth }: At): void {
  const focused = focusedIn(view)
  const known = placesIn(view)
  known[depth] = {
    name,
    top: bodyOf(view)?.scrollTop ?? 0,
    focused: focused && handleOf(focused),
  }
  const before = known[depth - 1] ?? { top: 0, focused: undefined }
  known[depth - 1] = { ...before, focused: before.focused ?? view.dataset.of }
}

/** The view is there: as far down as it was left, on the same row. */
export function takePlace(view: HTMLElement, { name, depth }: At): void {
  const known = placesIn(view)
  const place = known[depth]
  known.length = Math.min(known.length, depth)
  if (place && (place.name ?? name) === name) restore(view, place)
}

function restore(view: HTMLElement, { top, focused }: Place) {
  bodyOf(view)?.scrollTo(0, top)
  const all = [...view.querySelectorAll<HTMLElement>('button, a')]
  if (focused) all.find(it => handleOf(it) === focused)?.focus({ preventScroll: true })
}

const bodyOf = (view: HTMLElement) => view.querySelector('.body')

function focusedIn(view: HTMLElement): HTMLElement | undefined {
  const { activeElement } = view.getRootNode() as ShadowRoot
  return activeElement instanceof HTMLElement && view.contains(activeElement)
    ? activeElement
    : undefined
}

/** What a control is known by when it is drawn again. */
const handleOf = (control: HTMLElement): string =>
  control.dataset.wallet ??
  control.dataset.network ??
  control.ariaLabel ??
  control.textContent ??
  ''
