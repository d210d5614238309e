import { vi } from 'vitest'

/** What a browser tells of what covers an element, and how much of it is in view. */
type Seen = { isVisible?: boolean; intersectionRatio: number }

/**
 * Has the test say what the browser tells of that, also to whoever looks later, as browsers do. The page is in front.
 * Ends with all stubs and spies.
 */
export function stubLooking(): (seen: Seen) => void {
  let tellLast: (seen: Seen) => void = () => {}
  let last: Seen | undefined
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: Seen[]) => void) {
        tellLast = seen => tell([seen])
      }
      observe() {
        if (last) tellLast(last)
      }
      disconnect() {}
    },
  )
  return seen => {
    last = seen
    tellLast(seen)
  }
}
