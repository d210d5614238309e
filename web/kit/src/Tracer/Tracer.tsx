import type { ReactNode } from 'react'

/**
 * The place of a moment's one subject: 88 square, with a line running round the 72 tile while we
 * wait, and room for a dot at the lower end when we no longer do.
 */
export function Tracer({ isRunning, children }: { isRunning: boolean; children: ReactNode }) {
  return (
    <div className={isRunning ? 'Tracer running' : 'Tracer'}>
      {children}
      <svg viewBox="0 0 88 88" aria-hidden="true">
        <rect x="1" y="1" width="86" height="86" rx="25" />
        <rect x="1" y="1" width="86" height="86" rx="25" pathLength="100" strokeDasharray="26 74" />
      </svg>
    </div>
  )
}
