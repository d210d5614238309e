/** Why nothing can be approved now, as far as somebody can do something about it. */
export type Hindrance = 'size' | 'cover' | 'focus'

/** Whether what shows can be approved. */
export interface Arming {
  isArmed: boolean
  /** What is in the way; nothing where all it takes is a moment. */
  hindrance?: Hindrance
}

/** How long a person sees all of it at least before they approve it. */
export const armMs = 800
/** How long something is in the way until that is said: as it opens, something is for a moment. */
export const hintMs = 500
/** Below that too much of what a page asks for is out of sight at once, in CSS pixels. */
const leastForRequest = { width: 320, height: 400 }
/** Below that nobody reads what the frame asks for itself: a phone on its side is still larger. */
const leastForOwn = { width: 200, height: 200 }
/** How much of it is in view. Less is a part of a page that is cut away. */
const leastRatio = 0.99
/** Browsers look for what covers it no more often. */
const lookMs = 100

/** What browsers know that look for what covers an element: https://w3c.github.io/IntersectionObserver/v2/ */
type LookingInit = IntersectionObserverInit & { trackVisibility: boolean; delay: number }
type LookedEntry = IntersectionObserverEntry & { isVisible?: boolean }

/**
 * Watches whether a person can see all of `panel`: it is in view and under nothing, as far as the browser tells, large
 * enough, in front, and has been so for {@link armMs}. Whatever changes that, or its size, begins that time anew. What
 * a page around does so that the browser cannot tell (a mask over the frame) is not seen here: that is why not every
 * page may have this drawn in it. A window of our own may be of any size: nobody but its reader makes it small. What the
 * frame asks for itself takes less room: what it says is short. Returns the way to end it.
 */
export function watchArming(
  panel: HTMLElement,
  { isOwnWindow = false, isRequest = true },
  tell: (arming: Arming) => void,
): () => void {
  const over = new AbortController()
  const least = isRequest ? leastForRequest : leastForOwn
  let isSeen = false
  let found: Hindrance | undefined
  let told: Hindrance | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function hindrance(): Hindrance | undefined {
    if (!isOwnWindow && (innerWidth < least.width || innerHeight < least.height)) return 'size'
    if (!isSeen || document.visibilityState !== 'visible') return 'cover'
    return document.hasFocus() ? undefined : 'focus'
  }

  function begin() {
    clearTimeout(timer)
    found = hindrance()
    if (told !== found) told = undefined
    say(false)
    timer = setTimeout(end, found ? hintMs : armMs)
  }

  function end() {
    told = found
    say(!found)
  }

  const say = (isArmed: boolean) => tell(told ? { isArmed, hindrance: told } : { isArmed })

  const looking: LookingInit = {
    threshold: [0, leastRatio, 1],
    trackVisibility: true,
    delay: lookMs,
  }
  const looks = new IntersectionObserver(entries => {
    const { intersectionRatio, isVisible = true } = entries.at(-1) as LookedEntry
    const isNow = isVisible && intersectionRatio >= leastRatio
    if (isNow === isSeen) return
    isSeen = isNow
    begin()
  }, looking)
  looks.observe(panel)
  const { signal } = over
  // Browsers say once that a frame is in front, and may say it before it is.
  for (const press of ['click', 'keyup'])
    addEventListener(press, () => hindrance() === found || begin(), { signal })
  for (const change of ['resize', 'focus', 'blur']) addEventListener(change, begin, { signal })
  document.addEventListener('visibilitychange', begin, { signal })
  begin()
  return () => {
    over.abort()
    clearTimeout(timer)
    looks.disconnect()
  }
}
