import type { ReactNode } from 'react'

type ProgressRingProps = {
  isRunning: boolean
  /** The subject is a coin. */
  isRound?: boolean
  children: ReactNode
}

/**
 * The place of a status panel's one subject: 88 square, with a line running round the 72 tile while we
 * wait, and room for a dot at the lower end when we no longer do.
 */
export function ProgressRing({ isRunning, isRound = false, children }: ProgressRingProps) {
  const path = { x: 1, y: 1, width: 86, height: 86, rx: isRound ? 43 : 25 }
  return (
    <div className={isRunning ? 'ProgressRing running' : 'ProgressRing'}>
      {children}
      <svg viewBox="0 0 88 88" aria-hidden="true">
        <rect {...path} />
        <rect {...path} pathLength="100" strokeDasharray="26 74" />
      </svg>
    </div>
  )
}
