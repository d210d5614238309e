import { draw } from '../draw'
import { find } from '../page/find'
import { ACCOUNTS } from '../wallet/accounts'
import { CHAINS } from '../wallet/chains'
import type { Memory } from '../wallet/memory'
import type { Phone } from './generated/Phone'
import type { PhoneIntent } from './generated/PhoneIntent'
import type { PhoneSession } from './generated/PhoneSession'
import { networkNamed, siteOf } from './names'
import { type Approved, chainsOf } from './namespaces'

type Dispatch = (intent: PhoneIntent) => void

/** The sites that are connected, and what a person can do with each. */
export function drawSessions({ sessions, isSending }: Phone, dispatch: Dispatch) {
  find(HTMLElement, '#no-sessions').hidden = sessions.length > 0
  const place = find(HTMLElement, '#sessions')
  const rows = new Map([...place.children].map(row => [row.id, row]))
  for (const session of sessions) {
    const row = rows.get(session.id)
    rows.delete(session.id)
    // Its buttons stay: one that goes while it is pressed is not clicked.
    if (row) row.firstElementChild?.replaceWith(drawAbout(session, isSending))
    else place.append(drawSession(session, isSending, dispatch))
  }
  for (const gone of rows.values()) gone.remove()
}

function drawSession(session: PhoneSession, isSending: boolean, dispatch: Dispatch) {
  const { id } = session
  const button = (testId: string, text: string, intent: PhoneIntent) => {
    const made = draw('button', { type: 'button', class: 'Button', 'data-testid': testId }, text)
    made.addEventListener('click', () => dispatch(intent))
    return made
  }
  return draw(
    'li',
    { id, 'data-testid': 'phone-session' },
    drawAbout(session, isSending),
    draw(
      'div',
      { class: 'Pair' },
      button('phone-extend', 'Extend', { type: 'extend', session: id }),
      button('phone-end', 'Disconnect', { type: 'end', session: id }),
    ),
  )
}

/** With whom it is, on which networks, and how long. */
function drawAbout(
  { peer, namespaces, expiresMs, isAcknowledged }: PhoneSession,
  isSending: boolean,
) {
  const approved = namespaces as Approved
  const networks = Object.keys(approved).flatMap(namespace => chainsOf(approved, namespace))
  const until = draw('time', {}, `Until ${dayOf(Number(expiresMs))}`)
  const coming = isSending ? 'Telling the site' : 'Waiting for the site'
  return draw(
    'div',
    { class: 'about' },
    draw('b', {}, siteOf(peer)),
    draw('span', { class: 'networks' }, networks.map(networkNamed).join(', ')),
    isAcknowledged ? until : draw('span', {}, coming),
  )
}

const dayOf = (ms: number) => new Date(ms).toLocaleDateString('en-GB', { dateStyle: 'medium' })

/** The account and the network of the phone, for a person to change. */
export function startOwn(memory: Memory) {
  const drawAll = () => {
    const { account, chain } = memory.read()
    drawSegments(
      '#accounts',
      ACCOUNTS.map(({ name }) => name),
      account,
      at => memory.change({ account: at }),
    )
    drawSegments(
      '#chains',
      CHAINS.map(({ name }) => name),
      chainAt(chain),
      at => memory.change({ chain: CHAINS[at]?.id ?? chain }),
    )
  }
  memory.onChange(drawAll)
  drawAll()
}

const chainAt = (id: string) => CHAINS.findIndex(chain => chain.id === id)

/** The buttons stay where they are, so that the focus does. */
function drawSegments(
  selector: string,
  names: readonly string[],
  chosen: number,
  choose: (at: number) => void,
) {
  const place = find(HTMLElement, selector)
  if (place.childElementCount === 0) {
    const buttons = names.map((name, at) => {
      const button = draw('button', { type: 'button' }, name)
      button.addEventListener('click', () => choose(at))
      return button
    })
    place.append(...buttons)
  }
  for (const [at, button] of [...place.children].entries())
    button.setAttribute('aria-pressed', String(at === chosen))
}
