import type { ReactNode } from 'react'

/** Drawings of 96 × 72 in two tones: first what is filled, then the lines. */
const DRAWINGS = {
  /** Coins in a pocket. */
  holdings: (
    <>
      <rect x="22" y="30" width="52" height="34" rx="8" />
      <circle cx="39" cy="21" r="13" />
      <path d="M29.5 30a13 13 0 1 1 19 0m-1.4-1.6a11 11 0 1 1 19.9 1.6M22 38a8 8 0 0 1 8-8h36a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8H30a8 8 0 0 1-8-8zM74 41H63a6 6 0 0 0 0 12h11M63 47v.01" />
    </>
  ),
  /** A key. */
  key: (
    <>
      <circle cx="34" cy="36" r="17" />
      <path d="M17 36a17 17 0 1 1 34 0 17 17 0 0 1-34 0zM28 36a6 6 0 1 1 12 0 6 6 0 0 1-12 0zM51 36h30v9M70 36v7" />
    </>
  ),
  /** A shield with a tick. */
  shield: (
    <>
      <path d="M48 7l22 8v17c0 15-9 26-22 32-13-6-22-17-22-32V15z" />
      <path d="M48 7l22 8v17c0 15-9 26-22 32-13-6-22-17-22-32V15zM38.5 35.5l7 7L58 29" />
    </>
  ),
  /** Places that keep in touch. */
  nodes: (
    <>
      <circle cx="48" cy="36" r="13" />
      <path d="M35 36a13 13 0 1 1 26 0 13 13 0 0 1-26 0zM15 18a6 6 0 1 1 12 0 6 6 0 0 1-12 0zM69 18a6 6 0 1 1 12 0 6 6 0 0 1-12 0zM15 54a6 6 0 1 1 12 0 6 6 0 0 1-12 0zM69 54a6 6 0 1 1 12 0 6 6 0 0 1-12 0zM26 21.5l10.5 8.5M70 21.5L59.5 30M26 50.5L36.5 42M70 50.5L59.5 42" />
    </>
  ),
  /** Two places, each with what is on it. */
  islands: (
    <>
      <path d="M16 16h18a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H16a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8zM62 16h18a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H62a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8z" />
      <path d="M16 16h18a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H16a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8zM62 16h18a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H62a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8zM15.5 29a5 5 0 1 1 10 0 5 5 0 0 1-10 0zM24.5 43a5 5 0 1 1 10 0 5 5 0 0 1-10 0zM64 36a7 7 0 1 1 14 0 7 7 0 0 1-14 0z" />
    </>
  ),
} satisfies { [name: string]: ReactNode }

export type DrawingName = keyof typeof DRAWINGS

/** A drawing over an explanation: calm, in two tones, and never the only one to say it. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="Drawing" viewBox="0 0 96 72" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  )
}
