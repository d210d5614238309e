import { draw } from '../draw'
import { ICON } from './icon'

type Choice = { readonly open: () => void; readonly cancel: () => void }

const LOOKS_EVERY_MS = 200

/**
 * The bar at the page's foot where the browser kept the approval window from opening: a click on it is
 * a gesture, so the window opens then. Returns what takes it away.
 */
export function showBar(wallet: string, choice: Choice): () => void {
  const opens = { type: 'button', autofocus: true, 'data-testid': 'open-wallet' }
  const open = draw('button', opens, 'Open wallet')
  const cancel = draw('button', { type: 'button', class: 'quiet' }, 'Cancel')
  const cause = draw('b', {}, `${wallet} is waiting`)
  const text = draw('p', {}, cause, 'The browser blocked its window.')
  const icon = draw('img', { src: ICON, alt: '', width: '32', height: '32' })
  const bar = draw('dialog', { class: 'WalletBar', popover: 'manual' }, icon, text, cancel, open)
  bar.setAttribute('aria-label', `${wallet} is waiting`)
  open.addEventListener('click', choice.open)
  cancel.addEventListener('click', choice.cancel)
  bar.addEventListener('cancel', event => {
    event.preventDefault()
    choice.cancel()
  })
  document.body.append(bar)
  bar.showPopover()
  raise(bar)
  const looking = setInterval(() => raise(bar), LOOKS_EVERY_MS)
  return () => {
    clearInterval(looking)
    bar.remove()
  }
}

/** A modal dialog of the page makes everything below it inert, and then only another modal dialog can be clicked. */
function raise(bar: HTMLDialogElement) {
  const { left, top, width, height } = bar.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  if (bar.contains(hit)) return
  bar.hidePopover()
  bar.close()
  bar.showModal()
}
