import type { ReactNode } from 'react'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import { Spinner } from '../Spinner/Spinner.tsx'

export type ButtonProps = {
  kind?: 'primary' | 'secondary' | 'danger'
  /** Shows a spinner and takes no clicks; the text says what is waited for. Keeps the focus. */
  isBusy?: boolean
  isDisabled?: boolean
  icon?: IconName
  children: ReactNode
} & ({ onClick: () => void; href?: undefined } | { href: string; onClick?: undefined })

/** The full-width button. With `href` it is a link that opens in a new tab and tells nothing of this page. */
export function Button({
  kind = 'secondary',
  isBusy,
  isDisabled,
  icon,
  children,
  ...action
}: ButtonProps) {
  const name = `Button ${kind}`
  const content = (
    <>
      {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  if (action.href !== undefined) {
    return (
      <a className={name} href={action.href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={name}
      disabled={isDisabled}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : action.onClick}
    >
      {content}
    </button>
  )
}
