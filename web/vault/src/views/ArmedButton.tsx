import { type ReactNode, useRef } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'

type ArmedButtonProps = {
  /** Whether it takes a press now. */
  isArmed: boolean
  isBusy: boolean
  isBlocked: boolean
  /** How it looks once it can be pressed. */
  kind?: 'primary' | 'danger'
  onPress: () => void
  children: string
}

type ArmedProps = {
  /** Whether it takes a press now. */
  isReady: boolean
  onPress: () => void
  /** What is pressed. It does nothing of its own. */
  children: ReactNode
}

/**
 * Around what nobody is to press unseen. It takes what a person does and no script: a press that began and ended in it
 * while it was ready, or a key.
 */
export function Armed({ isReady, onPress, children }: ArmedProps) {
  const began = useRef(false)
  return (
    <span
      className="ArmedButton"
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
        if (isReady && isPress && event.nativeEvent.isTrusted) onPress()
      }}
    >
      {children}
    </span>
  )
}

/** Such a button. Nothing moves when it is armed; it has the colour of what can be pressed from then on. */
export function ArmedButton(props: ArmedButtonProps) {
  const { isArmed, isBusy, isBlocked, kind = 'primary', onPress, children } = props
  const isReady = isArmed && !isBusy && !isBlocked
  return (
    <Armed isReady={isReady} onPress={onPress}>
      <Button
        kind={isReady ? kind : 'secondary'}
        isBusy={isBusy}
        isDisabled={isBlocked}
        onClick={() => {}}
      >
        {children}
      </Button>
    </Armed>
  )
}
