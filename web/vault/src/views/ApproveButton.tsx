import { useRef } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'

type ApproveButtonProps = {
  /** Whether it takes a press now. */
  isArmed: boolean
  isBusy: boolean
  isBlocked: boolean
  /** How it looks once it can be pressed. */
  kind?: 'primary' | 'danger'
  onApprove: () => void
  children: string
}

/**
 * The button that approves. It takes what a person does and no script: a press that began and ended on it while it was
 * armed, or a key. Nothing moves when it is armed; it has the colour of what can be pressed from then on.
 */
export function ApproveButton(props: ApproveButtonProps) {
  const { isArmed, isBusy, isBlocked, kind = 'primary', onApprove, children } = props
  const began = useRef(false)
  const isReady = isArmed && !isBusy && !isBlocked
  return (
    <span
      className="ApproveButton"
      data-armed={isReady || undefined}
      onPointerDownCapture={({ nativeEvent }) => {
        began.current = isReady && nativeEvent.isTrusted
      }}
      onClickCapture={event => {
        // A key presses without a pointer, and counts none. The second of two quick presses is none of its own.
        const isPress = event.detail === 0 || (event.detail === 1 && began.current)
        began.current = false
        event.preventDefault()
        event.stopPropagation()
        if (isReady && isPress && event.nativeEvent.isTrusted) onApprove()
      }}
    >
      <Button
        kind={isReady ? kind : 'secondary'}
        isBusy={isBusy}
        isDisabled={isBlocked}
        onClick={() => {}}
      >
        {children}
      </Button>
    </span>
  )
}
