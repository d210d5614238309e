import { useState } from 'react'
import { monogram } from '../Picture/monogram.ts'
import { Tag } from '../Tag/Tag.tsx'

type NftCardProps = {
  /** What it is called. A text of somebody else, as the collection's. */
  name: string
  collection?: string | undefined
  /** Where its picture is; where it cannot be drawn, a monogram. */
  src?: string | undefined
  /** How many there are, where that is to be said. */
  count?: string | false
}

/** Something that there is one of: its picture, what it is called and what it belongs to. */
export function NftCard({ name, collection, src, count }: NftCardProps) {
  const [refused, setRefused] = useState<string>()
  return (
    <div className="NftCard">
      <span className="art" aria-hidden="true">
        {src && src !== refused ? (
          <img
            alt=""
            src={src}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            draggable={false}
            onError={() => setRefused(src)}
          />
        ) : (
          monogram(name)
        )}
      </span>
      <bdi className="name cut">{name}</bdi>
      {collection && <bdi className="collection cut">{collection}</bdi>}
      {count && <Tag>{count}</Tag>}
    </div>
  )
}
