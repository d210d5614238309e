import { Icon } from '../Icon/Icon.tsx'
import { Picture } from '../Picture/Picture.tsx'

type PillProps = {
  /** The network's name. */
  label: string
  /** The network's image. */
  src?: string | undefined
  /** The site does not work on it. */
  isWrong?: boolean
  /** What it says to whoever does not see it: "Network: Base". */
  name: string
  /** Where other networks can be chosen. */
  onClick?: (() => void) | undefined
}

/** The network in the header, its coin on the gutter; a button where there is another to choose. */
export function Pill({ label, src, isWrong = false, name, onClick }: PillProps) {
  const className = isWrong ? 'Pill wrong' : 'Pill'
  const content = (
    <>
      {isWrong ? (
        <Icon name="warning" small />
      ) : (
        <Picture of="network" name={label} src={src} size="small" />
      )}
      <bdi className="cut" aria-hidden="true">
        {label}
      </bdi>
      <span className="unseen">{name}</span>
    </>
  )
  if (!onClick) return <span className={className}>{content}</span>
  return (
    <button type="button" className={className} onClick={onClick}>
      {content}
      <Icon name="down" small />
    </button>
  )
}
