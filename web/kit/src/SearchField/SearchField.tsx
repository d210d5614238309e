import { type KeyboardEvent, useRef } from 'react'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import { IconButton } from '../IconButton/IconButton.tsx'

type SearchFieldProps = {
  /** What is searched, as the field's name. */
  label: string
  /** What stands in the empty field. */
  placeholder: string
  value: string
  onChange: (value: string) => void
  clearLabel: string
  /** What is missing for a search, inside its end. */
  hint?: string | false
  /** A choice at the end that narrows what is found. */
  toggle?: { icon: IconName; label: string; isOn: boolean; onToggle: () => void } | false
}

/** Where one types what is searched. Escape empties it first, before it closes anything. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onChange, clearLabel, hint, toggle } = props
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  const clearFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || value === '') return
    event.preventDefault()
    event.stopPropagation()
    onChange('')
  }
  return (
    <div className="SearchField">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck="false"
        enterKeyHint="search"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        onKeyDown={clearFirst}
      />
      {hint && <span className="hint">{hint}</span>}
      {value !== '' && <IconButton icon="close" small label={clearLabel} onClick={clear} />}
      {toggle && (
        <button type="button" className="chip" aria-pressed={toggle.isOn} onClick={toggle.onToggle}>
          <Icon name={toggle.icon} small />
          {toggle.label}
        </button>
      )}
    </div>
  )
}
