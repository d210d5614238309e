import { draw, drawIcon } from '../../draw'
import { ACCOUNTS, shortAddress } from '../../wallet/accounts'
import type { Question } from '../../wallet/messages'
import { drawAvatar } from '../address'
import { drawBanner } from '../banner'
import type { Drawn } from '../drawn'
import { drawFacts, drawLater } from '../facts'
import { balanceOf, listedEther } from '../money'

type ConnectQuestion = Extract<Question, { kind: 'connect' }>
type Propose = Extract<Question, { kind: 'propose' }>
type Permit = Extract<Question, { kind: 'permit' }>

export function drawConnect({ account }: ConnectQuestion): Drawn {
  const { choices, chosen } = drawAccounts(account)
  return {
    asks: 'asks to connect',
    body: [choices, drawGrants()],
    choice: () => ({ account: chosen() }),
  }
}

/** A site that is not of this browser says which networks it wants. */
export function drawPropose({ account, networks, missing }: Propose): Drawn {
  const { choices, chosen } = drawAccounts(account)
  const boxes = networks.map(({ chain, name, isRequired }) => ({
    name,
    isRequired,
    box: draw('input', {
      type: 'checkbox',
      name: 'network',
      value: chain,
      checked: true,
      disabled: isRequired,
    }),
  }))
  const rows = boxes.map(({ box, name, isRequired }) =>
    draw(
      'label',
      { class: 'row' },
      draw('span', { class: 'who' }, draw('b', {}, name)),
      isRequired ? draw('span', { class: 'end' }, 'Needed') : undefined,
      box,
    ),
  )
  const lacks = `It needs ${missing.join(', ')}.`
  return {
    asks: 'asks to connect',
    body: [
      choices,
      draw(
        'fieldset',
        { class: 'Choices' },
        draw('legend', {}, 'Networks to share it on'),
        ...rows,
      ),
      ...(missing.length > 0 ? [drawBanner(lacks, 'This phone has not; it may refuse.')] : []),
      drawGrants(),
    ],
    choice: () => ({
      account: chosen(),
      networks: boxes.filter(({ box }) => box.checked).map(({ box }) => box.value),
    }),
  }
}

function drawAccounts(account: number) {
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
  return { choices, chosen }
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
    drawIcon('M5.5 9.25h9v6.5h-9Z', 'M7.25 9.25V7a2.75 2.75 0 0 1 5.5 0v2.25'),
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
