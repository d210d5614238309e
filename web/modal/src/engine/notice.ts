import { drawing, html } from '../../../kit/src/Dialog/draw'
import { close } from '../../../kit/src/Icon/close'
import iconButton from '../../../kit/src/styles/viewIconButton.css?inline'
import spinner from '../../../kit/src/styles/viewSpinner.css?inline'
import type { Store } from '../../../shell/src/entry/store'
import { setLanguage } from '../all/language'
import { setTheme } from '../all/theme'
import { noticeText } from '../text/noticeText'
import css from './Notice.css?inline'

/**
 * Says at the foot of the page in which wallet on another device a request waits, while the dialog is not in
 * sight. Who dismisses it hears of other requests only. `entrySheet` has what the entry knows of looks. Returns the
 * way to stop.
 */
export function tellRequests(
  { get, subscribe }: Pick<Store, 'get' | 'subscribe'>,
  entrySheet: () => CSSStyleSheet,
): () => void {
  let notice: Notice | undefined
  let dismissed: number[] = []

  function follow() {
    const { modal, toast, theme } = get()
    const { awaited } = toast
    // All later ones are answered: it is the last that waits.
    dismissed = dismissed.filter(it => awaited && it <= awaited.number)
    if (!awaited || dismissed.includes(awaited.number) || modal.open) return remove()
    notice ??= draw(entrySheet(), dismiss)
    setTheme(notice.host, theme)
    notice.say(noticeText.approve({ wallet: awaited.wallet }))
  }

  function dismiss() {
    const { awaited } = get().toast
    if (awaited) dismissed.push(awaited.number)
    remove()
  }

  function remove() {
    notice?.host.remove()
    notice = undefined
  }

  const unsubscribe = subscribe(follow)
  return () => {
    unsubscribe()
    remove()
  }
}

interface Notice {
  host: HTMLElement
  say(text: string): void
}

/** Puts a notice on the page, over all that is there. */
function draw(entrySheet: CSSStyleSheet, dismiss: () => void): Notice {
  const host = document.createElement('latchkit-notice')
  setLanguage(host, 'en')
  const words = html('p')
  words.role = 'status'
  const button = html('button', 'IconButton', drawing('Icon small', close))
  button.ariaLabel = noticeText.dismiss()
  button.onclick = dismiss
  const line = html('div', 'Notice', html('i', 'Spinner'), words, button)
  line.popover = 'manual'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(iconButton + spinner + css)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [entrySheet, sheet]
  root.append(line)
  document.body.append(host)
  line.showPopover?.()
  let said = ''
  return {
    host,
    say(text) {
      if (text === said) return
      said = text
      // A screen reader tells what changes in a region that it knows.
      requestAnimationFrame(() => words.replaceChildren(text))
    },
  }
}
