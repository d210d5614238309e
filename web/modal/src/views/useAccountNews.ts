import { useSlice } from '../../../shell/src/views/useSlice.ts'
import { useLazyText } from '../text/useText.ts'
import { saysUnread } from './saysUnread.ts'

/** What is said where an account shows: that its address was copied or not, which has gone, what does not load. */
export function useAccountNews(): {
  isCopied: boolean
  hasNotCopied: boolean
  gone: string | undefined
  unavailable: string | undefined
} {
  const text = useLazyText()
  const { shown } = useSlice('toast')
  const left = shown?.text === 'disconnected' ? shown.about : undefined
  return {
    isCopied: shown?.text === 'addressCopied',
    hasNotCopied: shown?.text === 'copyFailed',
    unavailable: shown && saysUnread(shown.text) ? text.toasts[shown.text]() : undefined,
    gone: left && text.toasts.disconnected({ namespace: text.namespaces[left]() }),
  }
}
