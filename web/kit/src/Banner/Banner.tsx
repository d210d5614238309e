import type { ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'

type BannerProps = {
  /** `bad` is what may cost something; it is not said by its colour alone. */
  kind?: 'neutral' | 'warn' | 'bad'
  /** The cause, in bold. */
  cause: string
  /** What it means, and the way on. */
  children?: ReactNode
}

/** A cause and a way on, inside the view that it is about. */
export function Banner({ kind = 'neutral', cause, children }: BannerProps) {
  return (
    <div className={`Banner ${kind}`}>
      <Icon name={kind === 'neutral' ? 'info' : 'warning'} />
      <p>
        <b>{cause}</b> {children}
      </p>
    </div>
  )
}
