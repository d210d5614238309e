import { useState } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { monogram } from './monogram.ts'

type PictureProps = {
  of: 'wallet' | 'network'
  name: string
  /** Without one, where it is no image or the page's policy refuses it, a monogram is drawn. */
  src?: string | undefined
  /** 24 (in the header), 40 (rows), 56 (tiles) or 72 (moments) across. */
  size?: 'small' | 'row' | 'tile' | 'large'
}

/** A wallet's icon or a network's coin. Decorative: the name stands beside it. */
export function Picture({ of, name, src, size = 'row' }: PictureProps) {
  const [refused, setRefused] = useState<string>()
  return (
    <span className={`Picture ${of} ${size}`} aria-hidden="true">
      {src && src !== refused ? (
        <img
          alt=""
          src={src}
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setRefused(src)}
        />
      ) : (
        (monogram(name) ?? (
          <Icon name={of === 'wallet' ? 'wallet' : 'globe'} small={size === 'small'} />
        ))
      )}
    </span>
  )
}
