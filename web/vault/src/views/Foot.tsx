import type { ReactNode } from 'react'

/** The answers below all that there is to read: they stay in sight, but where that would leave nothing else to be seen. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <footer className="Foot">{children}</footer>
)
