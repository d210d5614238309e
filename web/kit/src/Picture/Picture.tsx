import { type ReactNode, useState } from 'react'
import { monogram } from './monogram.ts'

type PictureProps = {
  name: string
  /** Without one, where it is no image or the page's policy refuses it, a monogram is drawn. */
  src?: string | undefined
  /** Drawn for a name without letters. */
  fallback: ReactNode
}

/** A picture of somebody else, as the content of a tile or a coin. Their name stands beside it. */
export function Picture({ name, src, fallback }: PictureProps) {
  const [refused, setRefused] = useState<string>()
  if (!src || src === refused) return monogram(name) ?? fallback
  return (
    <img
      alt=""
      src={src}
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setRefused(src)}
    />
  )
}
