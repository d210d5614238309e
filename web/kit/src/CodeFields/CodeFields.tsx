import { type ClipboardEvent, useId, useRef } from 'react'
import { Spinner } from '../Spinner/Spinner.tsx'
import { digitsIn } from './digits.ts'

type CodeFieldsProps = {
  /** What is asked for, as the name of the fields. */
  label: string
  /** The digits so far. */
  value: string
  onChange: (value: string) => void
  /** There is a digit in each field. */
  onComplete: (code: string) => void
  /** It was handed in: nothing else can be typed. */
  isBusy?: boolean
  /** What is said of that, below it. */
  busyLabel: string
  /** Why it was not taken: below it, and said at once. */
  error?: string | undefined
}

/** How many digits a code has. */
const LENGTH = 6
const PLACES = Array.from({ length: LENGTH }, (_, place) => place)

/**
 * Six fields for the digits of a code that was sent. It is drawn as six and is one, so that what a phone offers, what is
 * pasted and what a screen reader says is the whole code: `123 456` and digits of any script are taken.
 */
export function CodeFields(props: CodeFieldsProps) {
  const { label, value, onChange, onComplete, isBusy = false, busyLabel, error } = props
  const input = useRef<HTMLInputElement>(null)
  const why = useId()
  const take = (text: string) => {
    const digits = digitsIn(text).slice(0, LENGTH)
    // For what is no digit nothing is drawn anew: it goes at once.
    if (digits === value && input.current) input.current.value = value
    if (digits === value || isBusy) return
    onChange(digits)
    if (digits.length === LENGTH) onComplete(digits)
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = digitsIn(event.clipboardData.getData('text'))
    event.preventDefault()
    // A whole code takes the place of what was typed; less goes on from there.
    take(pasted.length >= LENGTH ? pasted : value + pasted)
  }
  const toEnd = () => input.current?.setSelectionRange(LENGTH, LENGTH)
  return (
    <div className="CodeFields">
      <div
        className="fields"
        dir="ltr"
        data-wrong={error ? '' : undefined}
        data-busy={isBusy || undefined}
      >
        <input
          ref={input}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? why : undefined}
          spellCheck="false"
          readOnly={isBusy}
          value={value}
          onChange={event => take(event.currentTarget.value)}
          onPaste={paste}
          onSelect={toEnd}
          onClick={toEnd}
          onKeyDown={toEnd}
        />
        {PLACES.map(place => (
          <span
            key={place}
            className="place"
            data-next={(!isBusy && place === Math.min(value.length, LENGTH - 1)) || undefined}
            aria-hidden="true"
          >
            {value[place]}
          </span>
        ))}
      </div>
      <div className="below">
        <p id={why} className="why" role="alert">
          {error}
        </p>
        <p className="busy" role="status">
          {isBusy && (
            <>
              <Spinner />
              {busyLabel}
            </>
          )}
        </p>
      </div>
    </div>
  )
}
