import { useState } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { monogram } from './monogram.ts'

type PictureProps = {
  of: 'wallet' | 'network'
  name: string
  /** The first of them that can be drawn; where none is an image, or the page's policy refuses all, a monogram. */
  src?: string | readonly string[] | undefined
  /** Any wallet that can be linked to: where there is no image, our own drawing of that. */
  isAny?: boolean
  /** 24 (in the header), 40 (rows), 56 (tiles) or 72 (moments) across. */
  size?: 'small' | 'row' | 'tile' | 'large'
}

/** A wallet's icon or a network's coin. Decorative: the name stands beside it. */
export function Picture({ of, name, src, isAny = false, size = 'row' }: PictureProps) {
  const [refused, setRefused] = useState<readonly string[]>([])
  const shown = [src ?? []].flat().find(it => it && !refused.includes(it))
  const isMark = isAny && !shown
  return (
    <span className={`Picture ${of} ${size}${isMark ? ' mark' : ''}`} aria-hidden="true">
      {shown ? (
        <img
          alt=""
          src={shown}
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setRefused([...refused, shown])}
        />
      ) : isMark ? (
        <Icon name="link" />
      ) : (
        (monogram(name) ?? (
          <Icon name={of === 'wallet' ? 'wallet' : 'globe'} small={size === 'small'} />
        ))
      )}
    </span>
  )
}
