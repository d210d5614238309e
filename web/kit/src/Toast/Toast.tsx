import { useState } from 'react'
import { Dot } from '../Dot/Dot.tsx'
import { IconButton } from '../IconButton/IconButton.tsx'
import { Spinner } from '../Spinner/Spinner.tsx'

type Shown = { kind: 'loading' | 'success' | 'error'; text: string; count: number }

export type ToastProps = {
  /** What is said now, one at a time. `count` tells two equal ones apart. */
  shown?: Shown | undefined
  dismissLabel: string
  onDismiss: () => void
}

/**
 * One line over the foot of the card. Its two regions are always there, so that screen readers notice
 * what appears in them; what has gone stays drawn while it fades.
 */
export function Toast({ shown, dismissLabel, onDismiss }: ToastProps) {
  const [last, setLast] = useState(shown)
  if (shown && shown !== last) setLast(shown)
  const line = last && (
    <div className="Toast" key={last.count} data-gone={shown ? undefined : ''}>
      {last.kind === 'loading' ? <Spinner /> : <Dot kind={last.kind} />}
      <span className="text">{last.text}</span>
      {last.kind === 'error' && (
        <IconButton icon="close" small label={dismissLabel} onClick={onDismiss} />
      )}
    </div>
  )
  return (
    <>
      <div role="status">{last?.kind !== 'error' && line}</div>
      <div role="alert">{last?.kind === 'error' && line}</div>
    </>
  )
}
