import { Picture } from '../Picture/Picture.tsx'

export type TileProps = {
  /** The wallet's stable handle. */
  id: string
  name: string
  src?: string | undefined
  /** Marked with a dot; the word for it, for whoever does not see that. */
  installed?: string | undefined
  onClick: () => void
}

/** A wallet as a place in a grid: its icon, and one line of its name. */
export function Tile({
  id,
  name,
  src,
  installed,
  onClick,
  tabIndex,
}: TileProps & { tabIndex?: number }) {
  return (
    <button type="button" className="Tile" data-wallet={id} tabIndex={tabIndex} onClick={onClick}>
      <span className="subject">
        <Picture of="wallet" name={name} src={src} size="tile" />
        {installed && <i className="here" />}
      </span>
      <bdi className="cut">{name}</bdi>
      {installed && <span className="unseen">{installed}</span>}
    </button>
  )
}
