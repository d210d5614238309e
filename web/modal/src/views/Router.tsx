import { useCallback, useState } from 'react'
import { Toast } from '../../../kit/src/Toast/Toast.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { useSlice } from '../../../shell/src/views/useSlice.ts'
import type { ToastText } from '../generated/ToastText.ts'
import type { View } from '../generated/View.ts'
import { useText } from '../text/useText.ts'
import { claimed } from './claimed.ts'
import type { FirstView } from './FirstView.ts'
import { firstViews } from './firstViews.ts'
import type { LazyChunk } from './LazyChunk.ts'
import { LazyView } from './LazyView.tsx'
import { Remembered } from './Remembered.tsx'
import type { LazyViews } from './SecondChunk.ts'
import { saysUnread } from './saysUnread.ts'
import { Unexpected } from './Unexpected/Unexpected.tsx'
import { useShown } from './useShown.ts'

/** What the dialog shows: the last view of the route, or what is left to say after a trap; toasts over it. */
export function Router({ lazyViews }: { lazyViews: LazyChunk<LazyViews> }) {
  const text = useText()
  const { history, forward } = useShown('route')
  const failure = useShown('failure')
  const { wallet } = useShown('connect')
  const { shown } = useSlice('toast')
  const send = useSend()
  const name = failure.unexpected ? 'Unexpected' : (history.at(-1) ?? 'Connect')
  const changes = useChangeCount(name)
  const passage = useCallback(() => passageOf(lazyViews), [lazyViews])
  const isDone = useIsDone()
  const direction = forward ? 'forward' : 'back'
  const isInPlace = saysItself(name, shown?.text)
  const namespace = shown?.about ? text.namespaces[shown.about]() : ''
  return (
    <>
      <Remembered
        key={changes}
        name={name}
        depth={history.length}
        motion={changes === 0 ? 'none' : direction}
        of={wallet?.id}
        passage={passage}
        isDone={isDone}
      >
        {viewOf(name, lazyViews)}
      </Remembered>
      <Toast
        shown={
          shown && !isInPlace
            ? { ...shown, text: text.toasts[shown.text]({ namespace }) }
            : undefined
        }
        dismissLabel={text.dialog.dismiss()}
        onDismiss={() => send({ type: 'dismissToast' })}
      />
    </>
  )
}

/** What is said where it was asked for: where an account is shown, and on each button that copies a link. */
const saysItself = (name: string, text: ToastText | undefined) =>
  text === 'linkCopied' ||
  (/^Account|^WalletReceive/.test(name) && (text === 'addressCopied' || text === 'copyFailed')) ||
  (name.startsWith('Account') && text === 'disconnected') ||
  (name === 'Account' && saysUnread(text))

function passageOf(lazyViews: LazyChunk<LazyViews>) {
  const now = lazyViews.get()
  return typeof now === 'object' ? now.passage : undefined
}

/** Whether the dialog closes because the wallet that it waited for is connected. */
function useIsDone(): boolean {
  const { open } = useSlice('modal')
  const { namespace, wallet } = useShown('connect')
  const accounts = useSlice('accounts')
  const now = namespace && accounts[namespace]
  const isIt = wallet && now?.connectedWalletInfo?.identifier === claimed(wallet.id)
  return !open && now?.status === 'connected' && isIt === true
}

function viewOf(name: View | 'Unexpected', lazyViews: LazyChunk<LazyViews>) {
  if (name === 'Unexpected') return <Unexpected />
  if (!isFirst(name)) return <LazyView name={name} chunk={lazyViews} />
  const First = firstViews[name]
  return <First />
}

const isFirst = (name: View): name is FirstView => name in firstViews

/** Counts the changes of view. The first view comes with the dialog and does not move by itself. */
function useChangeCount(name: string): number {
  const [last, setLast] = useState({ name, changes: 0 })
  if (last.name === name) return last.changes
  const next = { name, changes: last.changes + 1 }
  setLast(next)
  return next.changes
}
