import type { ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { Spinner } from '../Spinner/Spinner.tsx'

type ListItemProps = {
  /** 40 square. */
  icon: ReactNode
  /** One line, cut at its end. A text of somebody else: it is kept apart from ours in direction. */
  label: string
  /** Below it, quieter. Our own words, which are shown whole. */
  detail?: ReactNode
  /** What stands at the end and never shrinks: a tag, a value. */
  end?: ReactNode
  hasChevron?: boolean
  /** What it stands for is under way: a spinner takes the place of `end`. It still takes clicks. */
  isBusy?: boolean
  /** It is the one in use. */
  isCurrent?: boolean
  /** It takes no clicks; `detail` says why. It stays in reach, so that the reason can be read. */
  isDisabled?: boolean
  /** The stable handle of a wallet's row. */
  'data-wallet'?: string
  /** The stable handle of a network's row. */
  'data-network'?: string
} & (
  | {
      onClick?: (() => void) | undefined
      /** The pointer or the focus has come to it. */
      onNear?: (() => void) | undefined
      href?: undefined
    }
  | { href: string; onClick?: undefined; onNear?: undefined }
)

/** A row of a list: a button, a link to a new tab, or neither. */
export function ListItem(props: ListItemProps) {
  const { icon, label, detail, end, hasChevron, isBusy, isCurrent, isDisabled, onClick, href } =
    props
  const { onNear } = props
  const content = (
    <>
      {icon}
      <span className="who">
        <bdi className="name cut">{label}</bdi>
        {detail && <span className="detail">{detail}</span>}
      </span>
      {isBusy ? <Spinner /> : end}
      {isCurrent && <Icon name="check" />}
      {hasChevron && <Icon name="chevron" small />}
      {href !== undefined && !hasChevron && <Icon name="external" />}
    </>
  )
  const handles = {
    'data-wallet': props['data-wallet'],
    'data-network': props['data-network'],
  }
  if (href !== undefined) {
    return (
      <a {...handles} className="ListItem" href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    )
  }
  if (!onClick) {
    return (
      <div {...handles} className="ListItem">
        {content}
      </div>
    )
  }
  return (
    <button
      {...handles}
      type="button"
      className="ListItem"
      aria-busy={isBusy}
      aria-current={isCurrent || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {content}
    </button>
  )
}
