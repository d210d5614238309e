import { colourOf } from './colourOf.ts'

/** An account's face, the only gradient there is: light from the upper start, in the address's own colour. */
export function Avatar({ address }: { address: string }) {
  return (
    <i
      className="Avatar"
      aria-hidden="true"
      ref={face => face?.style.setProperty('--lk-face', colourOf(address))}
    />
  )
}
