import type { ReactNode } from 'react'

/** A word or a count about a row, at its end. */
export function Tag({
  kind = 'neutral',
  children,
}: {
  kind?: 'neutral' | 'ok'
  children: ReactNode
}) {
  return <span className={`Tag ${kind}`}>{children}</span>
}
