import { draw } from '../../draw'
import { hexToUtf8 } from '../../text'
import type { Question } from '../../wallet/messages'
import { drawAccount } from '../address'
import { drawBanner } from '../banner'
import type { Drawn } from '../drawn'
import { drawFacts } from '../facts'

type Sign = Extract<Question, { kind: 'sign' }>
type Typed = Extract<Question, { kind: 'typed' }>
type Transaction = Extract<Question, { kind: 'transaction' }>

export function drawSign({ address, message }: Sign): Drawn {
  const text = hexToUtf8(message)
  const shown = draw(
    'p',
    { class: 'Message', tabindex: '0', 'aria-label': 'Message' },
    text ?? message,
  )
  if (text === undefined) shown.classList.add('code')
  const warning = drawBanner('This is not text.', 'Sign it only if you know what it means.')
  return {
    asks: 'asks you to sign',
    body: [
      ...(text === undefined ? [warning] : []),
      shown,
      drawFacts(['Account', drawAccount(address)]),
      draw('p', { class: 'hint' }, 'A signature costs nothing and sends nothing.'),
    ],
  }
}

export function drawTyped({ address, typed }: Typed): Drawn {
  const { domain, message, primaryType } = typed
  const named = (value: unknown) => (value === undefined ? undefined : String(value))
  const name = named(domain.name)
  const contract = named(domain.verifyingContract)
  const chain = named(domain.chainId)
  return {
    asks: 'asks you to sign',
    body: [
      draw('h2', { class: 'headline' }, primaryType),
      draw('div', { class: 'Message', tabindex: '0', 'aria-label': 'Message' }, drawTree(message)),
      drawFacts(
        name === undefined ? undefined : ['For', name],
        chain === undefined ? undefined : ['Chain', chain],
        contract === undefined
          ? undefined
          : ['Contract', draw('span', { class: 'code' }, contract)],
        ['Account', drawAccount(address)],
      ),
    ],
  }
}

/** A transaction of another namespace, which this wallet cannot read out. */
export const drawTransaction = ({ network, address, data }: Transaction): Drawn => ({
  asks: `asks you to sign for ${network}`,
  body: [
    draw('p', { class: 'Message code', tabindex: '0', 'aria-label': 'Transaction' }, data),
    drawBanner('This is a transaction.', 'Sign it only if you know what it does.'),
    drawFacts(['Network', network], ['Account', drawAccount(address)]),
  ],
})

/** Nested fields of a typed message, as nested lists. */
function drawTree(value: unknown): HTMLElement {
  if (typeof value !== 'object' || value === null) return draw('span', {}, String(value))
  const rows = Object.entries(value).map(([field, inner]) =>
    draw('div', {}, draw('dt', {}, field), draw('dd', {}, drawTree(inner))),
  )
  return draw('dl', { class: 'Tree' }, ...rows)
}
