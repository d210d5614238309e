import { useState } from 'react'
import { Avatar } from '../Avatar/Avatar.tsx'

type FaceProps = {
  address: string
  /** The picture that it chose. */
  src?: string | undefined
  /** 48 across, or 40 in rows. */
  size?: 'large' | 'row'
}

/** An account's face: the picture that it chose, where that can be drawn, over the one in its own colour. */
export function Face({ address, src, size = 'large' }: FaceProps) {
  const [refused, setRefused] = useState<string>()
  return (
    <span className={`Face ${size}`} aria-hidden="true">
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
