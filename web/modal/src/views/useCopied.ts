import { useSlice } from '../../../shell/src/views/useSlice.ts'
import { useText } from '../text/useText.ts'

/** What the button that copied a link says for a moment, with a tick. */
export function useCopied(): { icon: 'check'; text: string } | undefined {
  const { toasts } = useText()
  const { shown } = useSlice('toast')
  return shown?.text === 'linkCopied' ? { icon: 'check', text: toasts.linkCopied() } : undefined
}
