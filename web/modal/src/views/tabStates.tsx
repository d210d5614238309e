import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'
import type { IconName } from '../../../kit/src/Icon/Icon.tsx'
import { StatusPanel } from '../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { isolate } from '../text/format.ts'
import type { Text } from '../text/Texts.ts'
import { useSpendText } from '../text/useText.ts'
import { useAccounts } from './useAccounts.ts'
import { useShown } from './useShown.ts'

/** The name of the account's network, in sentences. */
function useNetwork(): string {
  const text = useSpendText()
  const { account } = useAccounts()
  return account?.networkName ? isolate(account.networkName) : text.any.network()
}

type EmptyTabProps = { icon: IconName; title: Text; body: string; receive: string }

/** Nothing yet, and the next step. `title` says of which network. */
export function EmptyTab({ icon, title, body, receive }: EmptyTabProps) {
  const features = useShown('features')
  const network = useNetwork()
  const send = useSend()
  return (
    <StatusPanel subject={icon} title={title({ network })} body={body}>
      {features.receive && (
        <Button
          kind="primary"
          icon="receive"
          onClick={() => send({ type: 'show', view: 'WalletReceive' })}
        >
          {receive}
        </Button>
      )}
    </StatusPanel>
  )
}

type NotReadProps = { title: string; body: string; isBusy: boolean }

/** It could not be read, and never was. */
export function NotRead({ title, body, isBusy }: NotReadProps) {
  const words = useSpendText().dialog
  const send = useSend()
  return (
    <StatusPanel role="alert" subject="warning" title={title} body={body}>
      <Button
        kind="primary"
        icon="refresh"
        isBusy={isBusy}
        onClick={() => send({ type: 'refreshBalance' })}
      >
        {isBusy ? words.tryingAgain() : words.tryAgain()}
      </Button>
    </StatusPanel>
  )
}

type AddMoreProps = {
  words: { more: Text; adding: Text; notAdded: Text }
  isAdding: boolean
  hasFailed: boolean
  onAdd: () => void
}

/**
 * Asks for the next page. Where it could not be read that is said over the button, which stays where it is.
 * After the last page the button goes; the keyboard stays at the end of the list then, or with the list where nothing
 * in it can be chosen.
 */
export function AddMore({ words, isAdding, hasFailed, onAdd }: AddMoreProps) {
  const text = useSpendText()
  const shown = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = shown.current
    const panel = place?.closest<HTMLElement>('.panel')
    return () => {
      if (!place?.querySelector(':focus')) return
      const last = [...(panel?.querySelectorAll('a') ?? [])].at(-1) ?? panel
      last?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div className="AddMore" ref={shown}>
      {hasFailed && <p role="alert">{!isAdding && words.notAdded()}</p>}
      <Button isBusy={isAdding} icon={hasFailed ? 'refresh' : undefined} onClick={onAdd}>
        {isAdding ? words.adding() : hasFailed ? text.dialog.tryAgain() : words.more()}
      </Button>
    </div>
  )
}

/** There is nobody who knows. `text` says of which network. */
export function Unlisted({ text }: { text: Text }) {
  const network = useNetwork()
  return <p className="Unlisted">{text({ network })}</p>
}
