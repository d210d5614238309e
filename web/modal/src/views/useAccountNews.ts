import { useSlice } from '../../../shell/src/views/useSlice.ts'
import { useLazyText } from '../text/useText.ts'

/** What is said where an account shows: that its address was copied or not, and which account has gone. */
export function useAccountNews(): {
  isCopied: boolean
  hasNotCopied: boolean
  gone: string | undefined
} {
  const text = useLazyText()
  const { shown } = useSlice('toast')
  const left = shown?.text === 'disconnected' ? shown.about : undefined
  return {
    isCopied: shown?.text === 'addressCopied',
    hasNotCopied: shown?.text === 'copyFailed',
    gone: left && text.toasts.disconnected({ namespace: text.namespaces[left]() }),
  }
}
