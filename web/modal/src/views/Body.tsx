import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** So little below the fold is nothing that anybody misses. */
const SLACK_PX = 4

/** So much of a view shows at least where what stands below stays; of a lower one all that it has. */
const ENOUGH_PX = 252

/** What is cut off fades within this; a code that a camera reads stands before it. */
const FADE_PX = 48

/** How far a key moves what scrolls, in parts of its height; to an end, however far that is. */
const STEPS: { readonly [key: string]: number } = {
  ArrowDown: 0.1,
  ArrowUp: -0.1,
  PageDown: 0.9,
  PageUp: -0.9,
  ' ': 0.9,
  Home: -1e6,
  End: 1e6,
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
    const below = hidden - body.scrollTop
    body.toggleAttribute('data-more', below > SLACK_PX)
    body.style.setProperty('--lk-below', `${below}px`)
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
  const code = body.querySelector<HTMLElement>('.QrCode')?.offsetHeight ?? 0
  // What says that there is nothing has the way on at its end.
  const panel = body.querySelector('.StatusPanel')?.getBoundingClientRect()
  const way = panel ? panel.bottom + body.scrollTop - body.getBoundingClientRect().top : 0
  const least = Math.min(body.scrollHeight - inside, Math.max(ENOUGH_PX, code + FADE_PX, way))
  return body.clientHeight - inside < (inside ? least : least - SLACK_PX)
}

/** A key that is pressed beside what scrolls, on the card or in its header, moves it too. */
function passOn(event: KeyboardEvent, body: HTMLElement) {
  const step = STEPS[event.key]
  const target = event.target as HTMLElement
  if (!step || body.contains(target) || target instanceof HTMLInputElement) return
  // It presses a button.
  if (event.key === ' ' && target instanceof HTMLButtonElement) return
  const { scrollTop, clientHeight } = body
  body.scrollTop += step * clientHeight
  if (body.scrollTop !== scrollTop) event.preventDefault()
}
