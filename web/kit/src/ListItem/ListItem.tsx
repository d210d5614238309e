import type { ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'

type ListItemProps = {
  /** 40 square. */
  icon: ReactNode
  /** One line, cut at its end. A text of somebody else: it is kept apart from ours in direction. */
  label: string
  /** A second, quieter line. */
  detail?: ReactNode
  /** What stands at the end and never shrinks: a tag, a value. */
  end?: ReactNode
  hasChevron?: boolean
  /** The stable handle of a wallet row. */
  'data-wallet'?: string
} & (
  | { onClick: () => void; href?: undefined }
  | { href: string; onClick?: undefined }
  | { onClick?: undefined; href?: undefined }
)

/** A row of a list: a button, a link to a new tab, or neither. */
export function ListItem(props: ListItemProps) {
  const { icon, label, detail, end, hasChevron, onClick, href } = props
  const content = (
    <>
      {icon}
      <span className="who">
        <bdi className="name cut">{label}</bdi>
        {detail && <span className="detail cut">{detail}</span>}
      </span>
      {end}
      {hasChevron && <Icon name="chevron" small />}
    </>
  )
  const wallet = { 'data-wallet': props['data-wallet'] }
  if (href !== undefined) {
    return (
      <a {...wallet} className="ListItem" href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    )
  }
  if (!onClick) {
    return (
      <div {...wallet} className="ListItem">
        {content}
      </div>
    )
  }
  return (
    <button {...wallet} type="button" className="ListItem" onClick={onClick}>
      {content}
    </button>
  )
}
