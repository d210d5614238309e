import { useState } from 'react'
import { Icon } from '../Icon/Icon.tsx'

type WalletIconProps = {
  name: string
  /** A checked `data:` URI. Without one, or where the page's policy refuses it, a monogram is drawn. */
  src?: string | undefined
  /** 20, 40 (rows) or 72 (moments) square. */
  size?: 'small' | 'row' | 'large'
}

/** A wallet's icon. Decorative: the wallet's name stands beside it. */
export function WalletIcon({ name, src, size = 'row' }: WalletIconProps) {
  const [refused, setRefused] = useState<string>()
  return (
    <span className={`WalletIcon ${size}`} aria-hidden="true">
      {src && src !== refused ? (
        <img
          alt=""
          src={src}
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setRefused(src)}
        />
      ) : (
        (monogram(name) ?? <Icon name="wallet" small={size === 'small'} />)
      )}
    </span>
  )
}

/** The first letter or digit of a name, of any script. */
function monogram(name: string): string | undefined {
  return name.match(/[\p{L}\p{N}]/u)?.[0].toLocaleUpperCase()
}
