import { useId } from 'react'
import { tints } from './tints.ts'

const STOPS = [0, 0.25, 0.5, 0.75, 1]

/** An account's face, the only gradient there is: light from the upper start, in the address's own colour. */
export function Avatar({ address }: { address: string }) {
  const id = useId()
  const colours = tints(address)
  return (
    <svg className="Avatar" viewBox="0 0 48 48" aria-hidden="true">
      <radialGradient id={id} cx="0.3" cy="0.25" r="0.85">
        {STOPS.map((offset, index) => (
          <stop key={offset} offset={offset} stopColor={colours[index]} />
        ))}
      </radialGradient>
      <circle cx="24" cy="24" r="24" fill={`url(#${id})`} />
    </svg>
  )
}
