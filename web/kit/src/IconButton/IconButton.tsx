import { Icon, type IconName } from '../Icon/Icon.tsx'

type IconButtonProps = {
  icon: IconName
  small?: boolean
  /** Its name, which nobody sees. */
  label: string
  /** Where the drawing says too little to who sees it: the name shows under the pointer. */
  hasTip?: boolean
  onClick: () => void
}

/** A button that is a drawing alone: 32, with a target of 44. */
export function IconButton({ icon, small, label, hasTip, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="IconButton"
      aria-label={label}
      title={hasTip ? label : undefined}
      onClick={onClick}
    >
      <Icon name={icon} small={small} />
    </button>
  )
}
