import { relay as relayPath } from '../../../modal/src/generated/paths'
import { drawForm } from '../approval/form'
import { loadDeployment } from '../config'
import { find, findButton } from '../page/find'
import { Memory } from '../wallet/memory'
import type { Request } from '../wallet/messages'
import { phone as quirk } from '../wallet/quirks'
import icon from '../wallet/wallet.svg'
import { answersWith } from './answers'
import { codeIn } from './code'
import { drawCurtain } from './curtain'
import { type Device, loadDevice } from './device'
import { toldOf } from './follow'
import type { Phone } from './generated/Phone'
import type { PhoneIntent } from './generated/PhoneIntent'
import { drawSessions, startOwn } from './home'
import { siteOf } from './names'
import { drawNotes, type Note } from './notes'
import { startPairing } from './pairing'
import { proposesWith } from './proposals'
import { Questions } from './questions'
import { whileAlone } from './whileAlone'

/** The dev phone: a wallet that stands for a phone, at `/dev/wallet` of the server in `latchkit dev`. */
const memory = new Memory(quirk)
const questions = new Questions(drawStage)
const answer = answersWith({ memory, questions, dispatch, expired })
const propose = proposesWith({ memory, questions, dispatch })
let device: Device | undefined
/** What a person did before it was there. */
const early: PhoneIntent[] = []
let shown: Phone = {
  proposals: [],
  requests: [],
  sessions: [],
  isPairing: false,
  isSending: false,
}
/** What happened last that is not in what is shown. */
let happened: Note | undefined
const REJECTED: Note = ['Rejected.', 'The site has been told, and nothing was done.']
/** The sessions that are ended here. */
const ending = new Set<string>()

function dispatch(intent: PhoneIntent) {
  if (intent.type === 'end') ending.add(intent.session)
  if (device) device.dispatch(intent)
  else early.push(intent)
}

function show(phone: Phone) {
  const gone = shown.sessions.filter(({ id }) => !phone.sessions.some(one => one.id === id))
  shown = phone
  for (const { id, peer } of gone)
    if (!ending.delete(id)) happened = [`${siteOf(peer)} has disconnected.`, '']
  propose(phone)
  answer(phone)
  drawSessions(phone, dispatch)
  drawNotes(phone, happened)
}

function drawStage(first: Request | undefined, count: number) {
  const stage = find(HTMLElement, '#stage')
  find(HTMLElement, '#count').textContent = count > 1 ? `1 of ${count}` : ''
  find(HTMLElement, '#home').hidden = first !== undefined
  stage.hidden = first === undefined
  if (!first) return stage.replaceChildren()
  if (stage.dataset.id === first.id && stage.childElementCount > 0) return
  stage.dataset.id = first.id
  const form = drawForm(first, decision => {
    questions.decide(first.id, decision)
    note(decision.approved ? undefined : REJECTED)
  })
  stage.replaceChildren(form)
  form.querySelector('h1')?.focus()
}

function note(next: Note | undefined) {
  happened = next
  drawNotes(shown, happened)
}

function expired() {
  note(['A request has expired.', 'The site can ask again.'])
}

function pair(code: string) {
  note(undefined)
  dispatch({ type: 'pair', uri: code })
}

function goAway(isAway: boolean) {
  dispatch({ type: 'background', isAway })
  drawCurtain(
    isAway
      ? {
          title: 'In the background',
          text: 'It has no connection. What a site asks for waits until it is back.',
          way: 'Come back',
          testId: 'phone-return',
          go: () => goAway(false),
        }
      : undefined,
  )
}

const again = (title: string, text: string, way: string) =>
  drawCurtain({ title, text, way, testId: 'phone-reload', go: () => location.reload() })

async function switchOn() {
  const { serverUrl, projectId } = await loadDeployment()
  const relay = `${serverUrl.replace(/^http/, 'ws')}${relayPath}`
  device = await loadDevice(relay, {
    show,
    broke: why => again('The phone broke down', String(why), 'Start it again'),
  })
  whileAlone(() => {
    device?.end()
    again('Used in another window', 'The phone is one, and was opened there.', 'Use it here')
  })
  const url = `${serverUrl}/dev/wallet`
  const metadata = {
    name: 'Dev Phone',
    description: 'A wallet that stands for a phone.',
    url,
    icons: [new URL(icon, document.baseURI).href],
    redirect: { universal: url },
  }
  dispatch({ type: 'start', slot: 'dev-phone', relays: [{ url: relay, projectId }], metadata })
  for (const intent of early.splice(0)) dispatch(intent)
  const uri = new URLSearchParams(location.search).get('uri')
  if (uri !== null) {
    // A reload reads it no second time.
    history.replaceState(null, '', './')
    pair(codeIn(uri))
  }
}

memory.onChange((now, before) => {
  for (const session of shown.sessions)
    for (const intent of toldOf(session, now, before)) dispatch(intent)
})
startOwn(memory)
startPairing(pair, why => note([why, '']))
findButton('phone-leave').addEventListener('click', () => goAway(true))
switchOn().catch(why => again('The phone cannot be switched on', String(why), 'Try again'))
