import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Flight } from './flight.ts'

/** Where somebody was in a view that another one covers. */
export interface Place {
  name: string
  /** How far its body was scrolled, and all of it where the window is low. */
  tops: number[]
  /** What had the focus, as `handleOf` calls it. */
  focused: string | undefined
}

type RememberedProps = {
  name: string
  /** How many views lead to it, with itself. */
  depth: number
  /** Where somebody was in each of the views behind this one, by their depth. */
  places: Place[]
  motion: 'none' | 'forward' | 'back'
  /** The wallet's icon on its way, once what draws it is there. */
  flight: () => Flight | undefined
  /** The dialog closes over the connection that this view was about. */
  isDone: boolean
  children: ReactNode
}

/** A view, which shows as it was left to whoever comes back to it: as far down, on the same row. */
export function Remembered({
  name,
  depth,
  places,
  motion,
  flight,
  isDone,
  children,
}: RememberedProps) {
  const shown = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const view = shown.current
    if (!view) return
    const place = places[depth]
    places.length = Math.min(places.length, depth)
    if (place?.name === name) restore(view, place)
    flight()?.arrive(view)
    return () => {
      flight()?.leave(view)
      const focused = focusedIn(view)
      places[depth] = {
        name,
        tops: scrollersOf(view).map(({ scrollTop }) => scrollTop),
        focused: focused && handleOf(focused),
      }
    }
  }, [name, depth, places, flight])
  useLayoutEffect(() => {
    if (isDone && shown.current) flight()?.land(shown.current)
  }, [isDone, flight])
  return (
    <div ref={shown} className="Router" data-motion={motion}>
      {children}
    </div>
  )
}

function restore(view: HTMLElement, { tops, focused }: Place) {
  scrollersOf(view).forEach((scroller, index) => {
    scroller.scrollTop = tops[index] ?? 0
  })
  const all = [...view.querySelectorAll<HTMLElement>('button, a')]
  if (focused) all.find(it => handleOf(it) === focused)?.focus({ preventScroll: true })
}

const scrollersOf = (view: HTMLElement) => [...view.querySelectorAll<HTMLElement>('.body, .layout')]

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
