import type { ReactNode } from 'react'
import { useText } from '../text/useText.ts'
import { useShown } from './useShown.ts'

/** The ways to connect: nothing in them can be pressed until the terms are accepted, where they must be. */
export function Methods({ children }: { children: ReactNode }) {
  const text = useText()
  const { legalCheckbox } = useShown('features')
  const isLocked = useIsLocked()
  const { legal } = text.Connect
  return (
    <fieldset
      className="Methods"
      aria-label={text.titles.ConnectWallets()}
      disabled={isLocked}
      onClickCapture={isLocked ? pointAtTheTick : undefined}
    >
      {legalCheckbox && (
        <p className="first" role="status">
          {isLocked ? legal.locked() : legal.unlocked()}
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** Whether the terms are yet to be accepted, before a wallet is asked. */
export function useIsLocked(): boolean {
  const { legalCheckbox, isAccepted } = useShown('features')
  return legalCheckbox && !isAccepted
}

/** Whoever presses what is locked is led to what unlocks it. */
const pointAtTheTick = ({ currentTarget }: { currentTarget: Element }) =>
  currentTarget.closest('.layout')?.querySelector<HTMLElement>('.Checkbox input')?.focus()

/** What is said of the wallets to whoever does not see them, where they show. */
export function useMethodsStatus(hasWallets = true): string | false | undefined {
  const text = useText()
  const { rows } = useShown('catalog')
  const { legalCheckbox } = useShown('features')
  if (legalCheckbox) return
  return hasWallets && rows.length > 0 && text.Connect.found({ count: rows.length })
}
