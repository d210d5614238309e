import { useId, useState } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { Spinner } from '../Spinner/Spinner.tsx'

type EmailFieldProps = {
  /** What is asked for, as the field's name. */
  label: string
  /** What stands in the empty field. */
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** Somebody has come to the field. */
  onFocus?: (() => void) | undefined
  /** The name of the button at its end. */
  submitLabel: string
  /** Where what stands in it may be an address. */
  onSubmit: (value: string) => void
  /** It was handed in: the button waits, and nothing else can be typed. */
  isBusy?: boolean
  /** Why it was not taken: below it, and said at once. */
  error?: string | undefined
  /** Likewise, of what is no address and was to be handed in. */
  malformed: string
}

/** Where one types an e-mail address. What stands before the address and behind it is not handed in. */
export function EmailField(props: EmailFieldProps) {
  const {
    label,
    placeholder,
    value,
    onChange,
    onFocus,
    submitLabel,
    onSubmit,
    isBusy = false,
    malformed,
  } = props
  const why = useId()
  const [refused, setRefused] = useState('')
  const isFit = mayBeAddress(value)
  const error = props.error ?? (refused !== '' && refused === value ? malformed : undefined)
  return (
    <form
      className="EmailField"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!isFit) setRefused(value)
        else if (!isBusy) onSubmit(value.trim())
      }}
    >
      <div className="field" data-wrong={error ? '' : undefined}>
        <Icon name="mail" />
        <input
          type="email"
          name="email"
          inputMode="email"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? why : undefined}
          placeholder={placeholder}
          // Addresses read from the left in every language.
          dir={value === '' ? undefined : 'ltr'}
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck="false"
          enterKeyHint="next"
          maxLength={254}
          readOnly={isBusy}
          value={value}
          onFocus={onFocus}
          onChange={event => onChange(event.currentTarget.value)}
        />
        <button
          type="submit"
          aria-label={submitLabel}
          aria-busy={isBusy || undefined}
          aria-disabled={!isFit || isBusy || undefined}
        >
          {isBusy ? <Spinner /> : <Icon name="chevron" />}
        </button>
      </div>
      <p id={why} className="why" role="alert">
        {error}
      </p>
    </form>
  )
}

/** Something, a sign, and something with a dot in it; who knows more is the server. */
const mayBeAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim())
