import type { ReactNode } from 'react'
import type { FirstTexts } from '../text/Texts.ts'
import { useText } from '../text/useText.ts'
import { useShown } from './useShown.ts'

/** The ways to connect: nothing in them can be pressed until the terms are accepted, where they must be. */
export function Methods({ children }: { children: ReactNode }) {
  const text = useText()
  const { legalCheckbox } = useShown('features')
  const isLocked = useIsLocked()
  return (
    <fieldset
      className="Methods"
      aria-label={text.titles.ConnectWallets()}
      disabled={isLocked}
      onClickCapture={isLocked ? pointAtTheTick : undefined}
    >
      {legalCheckbox && <p className="first">{wordOf(text, isLocked)}</p>}
      {children}
    </fieldset>
  )
}

/** Whoever presses what is locked is led to what unlocks it. */
const pointAtTheTick = ({ currentTarget }: { currentTarget: Element }) =>
  currentTarget.closest('.layout')?.querySelector<HTMLElement>('.Checkbox input')?.focus()

const wordOf = ({ Connect: { legal } }: FirstTexts, isLocked: boolean) =>
  isLocked ? legal.locked() : legal.unlocked()

/** What is said of the ways to connect to whoever does not see them; of the wallets, where they show. */
export function useMethodsStatus(hasWallets = true): string | false {
  const text = useText()
  const { rows } = useShown('catalog')
  const isLocked = useIsLocked()
  const { legalCheckbox } = useShown('features')
  if (legalCheckbox) return wordOf(text, isLocked)
  return hasWallets && rows.length > 0 && text.Connect.found({ count: rows.length })
}

/** Whether the terms wait to be accepted. */
function useIsLocked(): boolean {
  const { legalCheckbox, isAccepted } = useShown('features')
  return legalCheckbox && !isAccepted
}
