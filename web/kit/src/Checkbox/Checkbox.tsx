import type { ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'

type CheckboxProps = {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** What is agreed to; its links open by themselves. */
  children: ReactNode
}

/** A box to tick, with its sentence. */
export function Checkbox({ isChecked, onChange, children }: CheckboxProps) {
  return (
    <label className="Checkbox">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <Icon name="check" small />
      <span>{children}</span>
    </label>
  )
}
