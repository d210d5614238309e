import { draw, drawCustom } from '../draw'
import type { Latchkit } from '../latchkit'
import { showConnection } from './connection'
import { find } from './find'

const ROWS = [
  ['Status', 'status', ''],
  ['Balance', 'balance', ''],
  ['Network', 'network', ''],
  ['Chain', 'chain-id', ''],
  ['Address', 'address', 'code'],
  ['CAIP-10', 'caip-address', 'code'],
] as const

/** `instances=2`: a card with a button of its own, to show that one instance does not touch the other. */
export function startSecondInstance(latchkit: Latchkit): void {
  const rows = ROWS.map(([label, name, face]) =>
    draw(
      'div',
      { class: face === 'code' ? 'stacked' : '' },
      draw('dt', {}, label),
      draw('dd', {}, draw('bdi', { class: face, 'data-testid': `second-${name}` })),
    ),
  )
  const card = draw(
    'section',
    { class: 'Card', 'aria-labelledby': 'second-title' },
    draw('h2', { id: 'second-title' }, 'Second instance'),
    draw('p', { class: 'lead' }, 'Another button on the same page, with a connection of its own.'),
    drawCustom('latchkit-button', { instance: 'second' }),
    draw('dl', { class: 'Facts' }, ...rows),
  )
  find(HTMLElement, '#side').append(card)
  showConnection(latchkit, 'second-')
}
