import { useState } from 'react'
import { useSlice } from '../../../shell/src/views/useSlice.ts'
import { useText } from '../text/useText.ts'

/** What the button that copied `link` says for a moment, with a tick. */
export function useCopied(link: string | undefined): { icon: 'check'; text: string } | undefined {
  const { toasts } = useText()
  const { shown } = useSlice('toast')
  const [told, setTold] = useState({ count: shown?.count, link })
  if (told.count !== shown?.count) setTold({ count: shown?.count, link })
  return shown?.text === 'linkCopied' && told.link === link
    ? { icon: 'check', text: toasts.linkCopied() }
    : undefined
}
