import type { ReactNode } from 'react'

type MomentProps = {
  /** What it is about, drawn above: a tile in its tracer, an emblem. */
  subject: ReactNode
  /** The one sentence. */
  title: string
  /** What it means; paragraphs. */
  children?: ReactNode
  /** Under the headline of a view, or over an empty place. */
  size?: 'large' | 'small'
  /** Said when it changes: `status`, or at once: `alert`. */
  role?: 'status' | 'alert'
}

/** One subject in the middle, and what there is to say about it: connecting, a result, an empty place. */
export function Moment({ subject, title, children, size = 'large', role }: MomentProps) {
  return (
    <div className={`Moment ${size}`}>
      {subject}
      <div className="said" role={role}>
        <h3>{title}</h3>
        {children}
      </div>
    </div>
  )
}
