import { draw, drawIcon } from '../../draw'
import { type Chain, decimalOf } from '../../wallet/chains'
import type { Question } from '../../wallet/messages'
import { drawBanner } from '../banner'
import type { Drawn } from '../drawn'
import { drawFacts } from '../facts'

type Switch = Extract<Question, { kind: 'switch' }>
type Add = Extract<Question, { kind: 'add' }>

export const drawSwitch = ({ from, to }: Switch): Drawn => ({
  asks: 'asks to switch network',
  body: [
    draw(
      'div',
      { class: 'Move' },
      drawPlace('From', from),
      drawIcon('M10 3.5v13', 'm5 11.5 5 5 5-5'),
      drawPlace('To', to),
    ),
    draw('p', { class: 'hint' }, 'Only what this wallet shows changes. Nothing is signed or sent.'),
  ],
})

const drawPlace = (label: string, chain: Chain) =>
  draw(
    'div',
    { class: 'place' },
    draw(
      'span',
      { class: 'Coin', 'data-chain': chain.id, 'aria-hidden': 'true' },
      chain.name.slice(0, 1),
    ),
    draw('p', { class: 'who' }, draw('span', {}, label), draw('b', {}, chain.name)),
    draw('span', { class: 'end' }, `Chain ${decimalOf(chain.id)}`),
  )

export const drawAdd = ({ chain }: Add): Drawn => ({
  asks: 'asks to add a network',
  body: [
    draw('h2', { class: 'headline' }, chain.name),
    drawFacts(
      ['Chain', `${decimalOf(chain.id)} (${chain.id})`],
      ['Currency', chain.symbol],
      ['Node', draw('span', { class: 'code' }, chain.rpcUrl ?? '–')],
      chain.explorer === undefined
        ? undefined
        : ['Explorer', draw('span', { class: 'code' }, chain.explorer)],
    ),
    drawBanner(
      'Anyone can run a network.',
      'Its node can show you false balances. Add it if you know it.',
    ),
  ],
})
