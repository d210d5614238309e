import type { ReactNode } from 'react'
import { useText } from '../text/useText.ts'
import { useShown } from './useShown.ts'

/** The ways to connect: nothing in them can be pressed until the terms are accepted, where they must be. */
export function Methods({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <fieldset
      className="Methods"
      aria-label={text.titles.ConnectWallets()}
      disabled={useIsLocked()}
    >
      {children}
    </fieldset>
  )
}

/** What is said of the ways to connect to whoever does not see them. */
export function useMethodsStatus(): string | false {
  const text = useText()
  const words = text.Connect.legal
  const { rows } = useShown('catalog')
  const isLocked = useIsLocked()
  const { legalCheckbox } = useShown('features')
  if (isLocked) return words.locked()
  if (legalCheckbox) return words.unlocked()
  return rows.length > 0 && text.Connect.found({ count: rows.length })
}

/** Whether the terms wait to be accepted. */
function useIsLocked(): boolean {
  const { legalCheckbox, isAccepted } = useShown('features')
  return legalCheckbox && !isAccepted
}
