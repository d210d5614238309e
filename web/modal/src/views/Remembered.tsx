import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Passage } from './passage.ts'

type RememberedProps = {
  name: string
  /** How many views lead to it, with itself. */
  depth: number
  motion: 'none' | 'forward' | 'back'
  /** The wallet that is being asked. */
  of: string | undefined
  /** What is done when a view comes or goes, once that is there. */
  passage: () => Passage | undefined
  /** The dialog closes over the connection that this view was about. */
  isDone: boolean
  children: ReactNode
}

/** A view, which shows as it was left to whoever comes back to it. */
export function Remembered({
  name,
  depth,
  motion,
  of,
  passage,
  isDone,
  children,
}: RememberedProps) {
  const shown = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const view = shown.current
    if (!view) return
    passage()?.arrive(view, { name, depth })
    return () => passage()?.leave(view, { name, depth })
  }, [name, depth, passage])
  useLayoutEffect(() => {
    if (isDone && shown.current) passage()?.land(shown.current)
  }, [isDone, passage])
  return (
    <div ref={shown} className="Router" data-motion={motion} data-of={of}>
      {children}
    </div>
  )
}
