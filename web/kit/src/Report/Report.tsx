import { useRef, useState } from 'react'
import { Button } from '../Button/Button.tsx'

type ReportProps = {
  /** What the text is, for screen readers. */
  label: string
  report: string
  copyLabel: string
  copiedLabel: string
}

/** A text to send to somebody who can read it. Where the page may not write to the clipboard it is selected instead. */
export function Report({ label, report, copyLabel, copiedLabel }: ReportProps) {
  const [isCopied, setCopied] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(report)
      setCopied(true)
    } catch {
      text.current?.select()
    }
  }
  return (
    <div className="Report">
      <textarea
        ref={text}
        readOnly
        // Stack traces read from the left in every language.
        dir="ltr"
        rows={3}
        aria-label={label}
        value={report}
        onFocus={event => event.currentTarget.select()}
      />
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {isCopied ? copiedLabel : copyLabel}
      </Button>
      <span className="unseen" role="status">
        {isCopied && copiedLabel}
      </span>
    </div>
  )
}
