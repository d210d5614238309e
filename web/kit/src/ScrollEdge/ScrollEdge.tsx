import { useEffect, useRef } from 'react'

/** How far before its end a list is said to be reached, so that nobody has to wait there. */
const MARGIN_PX = 240

/**
 * The end of a list that goes on: calls each time that scrolling comes near it. `onReach` is to stay the
 * same function; a list that has grown has a new edge, so give it another `key`.
 */
export function ScrollEdge({ onReach }: { onReach: () => void }) {
  const edge = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = edge.current
    if (!element) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onReach()
      },
      { root: element.closest('.body'), rootMargin: `${MARGIN_PX}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [onReach])
  return <div ref={edge} className="ScrollEdge" aria-hidden="true" />
}
