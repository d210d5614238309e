import { draw, drawIcon } from '../draw'
import type { Decision, Question, Request } from '../wallet/messages'
import type { Drawn } from './drawn'
import { drawAdd, drawSwitch } from './questions/chain'
import { drawConnect, drawPermit, drawPropose } from './questions/connect'
import { drawSend } from './questions/send'
import { drawSign, drawTransaction, drawTyped } from './questions/sign'

/** A second press of a double click must not answer the next request. */
const GUARD_MS = 200

/** The form for one request: who asks, what, and the two answers. */
export function drawForm(request: Request, answer: (decision: Decision) => void): HTMLFormElement {
  const { asks, body, choice } = drawQuestion(request.question)
  const reject = draw('button', { type: 'button', class: 'Button' }, 'Reject')
  const approve = draw('button', { type: 'submit', class: 'Button primary' }, 'Approve')
  const buttons = [reject, approve]
  for (const button of buttons) button.disabled = true
  setTimeout(() => {
    for (const button of buttons) button.disabled = false
  }, GUARD_MS)

  const form = draw(
    'form',
    { class: 'Request', 'data-testid': 'request', 'data-method': request.method },
    draw('div', { class: 'body' }, drawWho(request.origin, asks), ...body),
    draw('div', { class: 'answers' }, ...buttons),
  )
  const decide = (approved: boolean) => {
    for (const button of buttons) button.disabled = true
    answer({ approved, ...choice?.() })
  }
  reject.addEventListener('click', () => decide(false))
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!approve.disabled) decide(true)
  })
  form.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !reject.disabled) decide(false)
  })
  return form
}

const drawWho = (origin: string, asks: string) =>
  draw(
    'div',
    { class: 'Who' },
    draw(
      'span',
      { class: 'tile' },
      drawIcon(
        'M2.5 10a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0',
        'M2.5 10h15',
        'M10 2.5c-5 4.5-5 10.5 0 15c5-4.500 5-10.500 0-15',
      ),
    ),
    draw('h1', { tabindex: '-1' }, draw('b', {}, origin), draw('span', {}, asks)),
  )

function drawQuestion(question: Question): Drawn {
  switch (question.kind) {
    case 'connect':
      return drawConnect(question)
    case 'propose':
      return drawPropose(question)
    case 'permit':
      return drawPermit(question)
    case 'switch':
      return drawSwitch(question)
    case 'add':
      return drawAdd(question)
    case 'sign':
      return drawSign(question)
    case 'typed':
      return drawTyped(question)
    case 'transaction':
      return drawTransaction(question)
    case 'send':
      return drawSend(question)
  }
}
