import { Icon } from '../Icon/Icon.tsx'
import { Picture } from '../Picture/Picture.tsx'

type CoinProps = {
  name: string
  src?: string | undefined
  /** 24 (in the header), 40 (rows) or 72 (moments) across. */
  size?: 'small' | 'row' | 'large'
}

/** A network's image, round. Decorative: the network's name stands beside it. */
export function Coin({ name, src, size = 'row' }: CoinProps) {
  return (
    <span className={`Coin ${size}`} aria-hidden="true">
      <Picture name={name} src={src} fallback={<Icon name="globe" small={size === 'small'} />} />
    </span>
  )
}
