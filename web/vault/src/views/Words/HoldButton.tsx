import { type KeyboardEvent, useEffect } from 'react'

type HoldButtonProps = {
  /** Hears whether it is held: by a pointer, or by a key. */
  onHold: (isHeld: boolean) => void
  children: string
}

/** A button that does something for as long as it is pressed. Whatever takes the page out of sight lets go of it. */
export function HoldButton({ onHold, children }: HoldButtonProps) {
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    const letGo = () => onHold(false)
    // A pointer that is let go beside the button is let go, too.
    for (const name of ['pointerup', 'pointercancel', 'blur'])
      addEventListener(name, letGo, { signal })
    document.addEventListener('visibilitychange', letGo, { signal })
    return () => over.abort()
  }, [onHold])
  const key = (isHeld: boolean) => (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    onHold(isHeld)
  }
  return (
    <button
      type="button"
      className="Button secondary HoldButton"
      onPointerDown={() => onHold(true)}
      onContextMenu={event => event.preventDefault()}
      onKeyDown={key(true)}
      onKeyUp={key(false)}
      onBlur={() => onHold(false)}
    >
      {children}
    </button>
  )
}
