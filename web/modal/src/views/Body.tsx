import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Less than this below the fold is the room under the last row. */
const SLACK_PX = 12

/** How far a key moves what scrolls, in parts of its height. */
const STEPS: { readonly [key: string]: number } = {
  ArrowDown: 0.1,
  ArrowUp: -0.1,
  PageDown: 0.9,
  PageUp: -0.9,
}

/**
 * What scrolls of a view. It says whether there is more below (`data-more`), and takes the focus, under
 * the view's title, where it scrolls and nothing in it does: else no key would move it.
 */
export function Body({ title, children }: { title: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (body.current ? follow(body.current, title) : undefined), [title])
  return (
    <div ref={body} className="body">
      <div>{children}</div>
    </div>
  )
}

function follow(body: HTMLElement, title: string): () => void {
  const look = () => {
    const hidden = body.scrollHeight - body.clientHeight
    body.toggleAttribute('data-more', hidden - body.scrollTop > SLACK_PX)
    const isStuck = hidden > 0 && !body.querySelector('button:enabled, a, input:enabled, textarea')
    body.role = isStuck ? 'group' : null
    body.ariaLabel = isStuck ? title : null
    if (isStuck) body.tabIndex = 0
    else body.removeAttribute('tabindex')
  }
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

/** A key that is pressed beside what scrolls, on the card or in its header, moves it too. */
function passOn(event: KeyboardEvent, body: HTMLElement) {
  const step = STEPS[event.key]
  const target = event.target as HTMLElement
  if (!step || body.contains(target) || target instanceof HTMLInputElement) return
  const { scrollTop, clientHeight } = body
  body.scrollTop += step * clientHeight
  if (body.scrollTop !== scrollTop) event.preventDefault()
}
