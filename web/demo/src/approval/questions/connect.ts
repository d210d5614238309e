import { draw, drawIcon } from '../../draw'
import { ACCOUNTS, shortAddress } from '../../wallet/accounts'
import type { Question } from '../../wallet/messages'
import { drawAvatar } from '../address'
import type { Drawn } from '../drawn'
import { drawFacts, drawLater } from '../facts'
import { balanceOf, listedEther } from '../money'

type ConnectQuestion = Extract<Question, { kind: 'connect' }>
type Permit = Extract<Question, { kind: 'permit' }>

export function drawConnect({ account }: ConnectQuestion): Drawn {
  const rows = ACCOUNTS.map(({ name, address }, at) => {
    const balance = balanceOf(address).then(wei => `${listedEther(wei)} ETH`)
    const input = draw('input', {
      type: 'radio',
      name: 'account',
      value: String(at),
      checked: at === account,
    })
    return draw(
      'label',
      { class: 'row' },
      drawAvatar(address),
      draw('span', { class: 'who' }, draw('b', {}, name), draw('bdi', {}, shortAddress(address))),
      draw('span', { class: 'end' }, drawLater(balance)),
      input,
    )
  })
  const legend = draw('legend', {}, 'Account to share')
  const choices = draw('fieldset', { class: 'Choices' }, legend, ...rows)
  const chosen = () => {
    const checked = choices.querySelector<HTMLInputElement>('input:checked')
    return checked ? Number(checked.value) : account
  }
  return {
    asks: 'asks to connect',
    body: [choices, drawGrants()],
    account: chosen,
  }
}

/** The wallets of other namespaces share all their addresses at once. */
export const drawPermit = ({ network, addresses }: Permit): Drawn => ({
  asks: `asks to connect on ${network}`,
  body: [
    drawFacts(
      ...addresses.map(address => ['Account', draw('bdi', {}, shortAddress(address))] as const),
    ),
    drawGrants(),
  ],
})

function drawGrants(): HTMLElement {
  const yes = 'm4.5 10.5 3.5 3.5 7.5-8'
  const grant = (text: string) => draw('li', {}, drawIcon(yes), text)
  const mayNot = draw(
    'li',
    { class: 'not' },
    drawIcon('m5.5 5.5 9 9', 'm14.5 5.5-9 9'),
    'Never move money by itself',
  )
  return draw(
    'ul',
    { class: 'Grants', 'aria-label': 'What the site may do' },
    grant('See the address, balance and history'),
    grant('Ask you to sign and to send'),
    mayNot,
  )
}
