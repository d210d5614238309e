import { Icon, type IconName } from '../Icon/Icon.tsx'

type EmblemProps = {
  icon: IconName
  kind?: 'neutral' | 'bad'
  /** 40 as in rows; large is 48, over the sentence of an empty place. */
  isLarge?: boolean
}

/** A drawing of ours where a wallet's icon would stand. */
export function Emblem({ icon, kind = 'neutral', isLarge = false }: EmblemProps) {
  return (
    <span className={`Emblem ${kind}${isLarge ? ' large' : ''}`}>
      <Icon name={icon} />
    </span>
  )
}
