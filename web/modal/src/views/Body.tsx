import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** So little of the last row below the fold is only its room. */
const SLACK_PX = 4

/** The part of a view, or of so much of it, that shows at least where what stands below stays. */
const LEAST_SHOWN = 0.6
const ENOUGH_PX = 360

/** In so low a window what stands below scrolls along, however little there is to read. */
const LOW_PX = 400

/** How far a key moves what scrolls, in parts of its height. */
const STEPS: { readonly [key: string]: number } = {
  ArrowDown: 0.1,
  ArrowUp: -0.1,
  PageDown: 0.9,
  PageUp: -0.9,
}

type BodyProps = { title: string; onRoom: (isTight: boolean) => void; children: ReactNode }

/**
 * What scrolls of a view. It says whether there is more below (`data-more`), and takes the focus, under
 * the view's title, where it scrolls and nothing in it does: else no key would move it. `onRoom` hears
 * whether what stands below leaves it too little room.
 */
export function Body({ title, onRoom, children }: BodyProps) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => (body.current ? follow(body.current, title, onRoom) : undefined),
    [title, onRoom],
  )
  return (
    <div ref={body} className="body">
      <div>{children}</div>
    </div>
  )
}

function follow(body: HTMLElement, title: string, onRoom: BodyProps['onRoom']): () => void {
  const look = () => {
    const hidden = body.scrollHeight - body.clientHeight
    const bottom = (part: Element | null) => part?.getBoundingClientRect().bottom ?? 0
    const below = bottom(body.firstElementChild) - bottom(body)
    body.toggleAttribute('data-more', below > SLACK_PX)
    onRoom(isTight(body))
    const isStuck = hidden > 0 && !body.querySelector('button:enabled, a, input:enabled, textarea')
    body.role = isStuck ? 'group' : null
    body.ariaLabel = isStuck ? title : null
    if (isStuck) body.tabIndex = 0
    else body.removeAttribute('tabindex')
  }
  look()
  const sizes = new ResizeObserver(look)
  for (const part of [body, ...body.children]) sizes.observe(part)
  body.addEventListener('scroll', look, { passive: true })
  const root = body.getRootNode() as Document
  const pass = (event: KeyboardEvent) => passOn(event, body)
  root.addEventListener('keydown', pass)
  return () => {
    sizes.disconnect()
    body.removeEventListener('scroll', look)
    root.removeEventListener('keydown', pass)
  }
}

/** Whether too little of a view would show above what stands below; once it scrolls along, a little more is asked. */
function isTight(body: HTMLElement): boolean {
  const inside = body.querySelector<HTMLElement>('.foot')?.offsetHeight ?? 0
  const whole = Math.min(body.scrollHeight - inside, ENOUGH_PX)
  const least = whole * (inside ? LEAST_SHOWN + 0.1 : LEAST_SHOWN)
  return innerHeight <= LOW_PX || body.clientHeight - inside < least
}

/** A key that is pressed beside what scrolls, on the card or in its header, moves it too. */
function passOn(event: KeyboardEvent, body: HTMLElement) {
  const step = STEPS[event.key]
  const target = event.target as HTMLElement
  if (!step || body.contains(target) || target instanceof HTMLInputElement) return
  const { scrollTop, clientHeight } = body
  body.scrollTop += step * clientHeight
  if (body.scrollTop !== scrollTop) event.preventDefault()
}
