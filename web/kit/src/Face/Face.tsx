import { useState } from 'react'
import { Avatar } from '../Avatar/Avatar.tsx'

/** An account's face: the picture that it chose, where that can be drawn, over the one in its own colour. */
export function Face({ address, src }: { address: string; src?: string | undefined }) {
  const [refused, setRefused] = useState<string>()
  return (
    <span className="Face" aria-hidden="true">
      <Avatar address={address} />
      {src && src !== refused && (
        <img
          alt=""
          src={src}
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setRefused(src)}
        />
      )}
    </span>
  )
}
