import { draw, drawIcon } from '../draw'
import type { Decision, ToPage, ToWindow } from '../wallet/messages'
import { drawForm } from './form'

/** The approval window: shows the requests that the page hands over, one at a time, and answers them. */
const opener: Window | null = window.opener
const stage = document.querySelector<HTMLElement>('#stage')
const count = document.querySelector<HTMLElement>('#count')
const title = document.querySelector<HTMLElement>('#wallet')

let shownId: string | undefined
let lastApproved = true

function show({ requests, wallet }: ToWindow) {
  const [request] = requests
  document.title = wallet
  if (title) title.textContent = wallet
  if (count) count.textContent = requests.length > 1 ? `1 of ${requests.length}` : ''
  if (!request) return drawDone()
  if (request.id === shownId) return
  shownId = request.id
  const form = drawForm(request, decision => decide(request.id, decision))
  stage?.replaceChildren(form)
  form.querySelector('h1')?.focus()
}

function drawDone() {
  shownId = undefined
  const path = lastApproved ? ['m4.5 10.5 3.5 3.5 7.5-8'] : ['m5.5 5.5 9 9', 'm14.5 5.5-9 9']
  const text = draw('p', {}, lastApproved ? 'Approved' : 'Rejected')
  const outcome = lastApproved ? 'approved' : 'rejected'
  const done = draw('div', { class: 'Done', role: 'status', 'data-outcome': outcome })
  done.append(draw('span', { class: 'dot' }, drawIcon(...path)), text)
  stage?.replaceChildren(done)
}

function decide(id: string, decision: Decision) {
  lastApproved = decision.approved
  tell({ kind: 'decided', id, decision })
}

function tell(message: ToPage) {
  opener?.postMessage(message, location.origin)
}

addEventListener('message', (event: MessageEvent<ToWindow>) => {
  if (event.origin !== location.origin || event.source !== opener) return
  show(event.data)
})
if (opener) tell({ kind: 'ready' })
else document.querySelector('#alone')?.removeAttribute('hidden')
