import { Icon } from '../Icon/Icon.tsx'
import { Picture } from '../Picture/Picture.tsx'

type WalletIconProps = {
  name: string
  src?: string | undefined
  /** 20, 40 (rows), 56 (tiles) or 72 (moments) square. */
  size?: 'small' | 'row' | 'tile' | 'large'
}

/** A wallet's icon. Decorative: the wallet's name stands beside it. */
export function WalletIcon({ name, src, size = 'row' }: WalletIconProps) {
  return (
    <span className={`WalletIcon ${size}`} aria-hidden="true">
      <Picture name={name} src={src} fallback={<Icon name="wallet" small={size === 'small'} />} />
    </span>
  )
}
