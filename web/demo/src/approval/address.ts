import { draw } from '../draw'
import { ACCOUNTS, shortAddress } from '../wallet/accounts'

const GROUP = 4

/** A whole address in groups of four, the ends bold: where it must be judged, nothing is cut. */
export function drawWholeAddress(address: string): HTMLElement {
  const groups = address.slice(2).match(new RegExp(`.{${GROUP}}`, 'g')) ?? []
  const parts = groups.map((group, at) => {
    const isEnd = at === 0 || at === groups.length - 1
    return draw(isEnd ? 'b' : 'span', {}, group)
  })
  const shown = draw(
    'span',
    { class: 'WholeAddress', 'aria-hidden': 'true' },
    draw('span', {}, '0x'),
  )
  shown.append(...parts)
  const spoken = draw('span', { class: 'hidden-text' }, address)
  return draw('bdi', {}, shown, spoken)
}

const indexOf = (address: string) =>
  ACCOUNTS.findIndex(one => one.address.toLowerCase() === address.toLowerCase())

/** The name of one of the wallet's own accounts. */
export const ownName = (address: string): string | undefined => ACCOUNTS[indexOf(address)]?.name

export const drawAvatar = (address: string): HTMLElement =>
  draw('span', { class: 'Avatar', 'data-account': String(indexOf(address)) })

/** One of the wallet's own accounts on one line. */
export const drawAccount = (address: string): HTMLElement =>
  draw(
    'span',
    { class: 'inline' },
    drawAvatar(address),
    draw('span', {}, ownName(address) ?? 'Account'),
    draw('bdi', { class: 'soft' }, shortAddress(address)),
  )
