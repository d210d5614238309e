import { draw, drawCustom } from '../draw'
import type { Latchkit } from '../latchkit'
import { find } from './find'

/** `modal=1`: a modal dialog of the page itself, from which the wallet modal must still be usable. */
export function startOwnDialog(latchkit: Latchkit): void {
  const button = (testId: string, text: string, act: () => void) => {
    const made = draw('button', { type: 'button', class: 'Button', 'data-testid': testId }, text)
    made.addEventListener('click', act)
    return made
  }
  const dialog = draw(
    'dialog',
    { class: 'OwnDialog', 'data-testid': 'host-dialog', 'aria-labelledby': 'own-dialog-title' },
    draw('h2', { id: 'own-dialog-title' }, 'A dialog of this site'),
    draw('p', { class: 'lead' }, 'It is modal, as a checkout is. The wallet modal opens above it.'),
    draw(
      'label',
      { class: 'Field' },
      'A field to keep',
      draw('input', { type: 'text', id: 'own-field' }),
    ),
    drawCustom('latchkit-button'),
    draw(
      'div',
      { class: 'Pair' },
      button('host-dialog-close', 'Close', () => dialog.close()),
      button('host-dialog-connect', 'Open the modal', () => void latchkit.open()),
    ),
  )
  const card = draw(
    'section',
    { class: 'Card', 'aria-labelledby': 'own-title' },
    draw('h2', { id: 'own-title' }, 'A dialog of the site'),
    draw(
      'p',
      { class: 'lead' },
      'Sites have modals too. Open this one, and connect from inside it.',
    ),
    button('host-dialog-open', 'Open the site’s dialog', () => dialog.showModal()),
  )
  find(HTMLElement, '#side').append(card)
  document.body.append(dialog)
}
