import { draw } from '../draw'
import type { Latchkit } from '../latchkit'
import { signatureOn } from './chainSignature'
import { find } from './find'
import { type DemoNamespace, NETWORKS } from './networks'
import { busy } from './readiness'
import { clearTrouble, showTrouble } from './trouble'

/** One card for each namespace besides eip155: who is connected, and a note to sign. */
export function startChains(latchkit: Latchkit, namespaces: readonly DemoNamespace[]): void {
  for (const namespace of namespaces) startChain(latchkit, namespace)
}

function startChain(latchkit: Latchkit, namespace: DemoNamespace) {
  const probe = (name: string, face = '') =>
    draw('bdi', { class: face, 'data-testid': `${name}-${namespace}` })
  const status = probe('status')
  const address = probe('address', 'code')
  const verified = draw('span', { class: 'Tag ok', 'data-testid': `verified-${namespace}` })
  const signature = draw('output', { class: 'code', 'data-testid': `signature-${namespace}` })
  const connect = button('connect', namespace, 'Connect')
  const sign = button('sign', namespace, 'Sign message')
  const { name } = NETWORKS[namespace]
  const card = draw(
    'section',
    { class: 'Card', 'aria-labelledby': `${namespace}-title` },
    draw('h2', { id: `${namespace}-title` }, name),
    draw(
      'dl',
      { class: 'Facts' },
      draw('div', {}, draw('dt', {}, 'Status'), draw('dd', {}, status)),
      draw('div', { class: 'long' }, draw('dt', {}, 'Address'), draw('dd', {}, address)),
    ),
    draw('div', { class: 'actions' }, connect, sign),
    draw(
      'div',
      { class: 'Outcome' },
      draw('p', { class: 'label' }, 'Signature ', verified),
      signature,
    ),
  )
  find(HTMLElement, '#signing').before(card)

  const drawAccount = () => {
    const account = latchkit.getAccount(namespace)
    status.textContent = account.status
    status.dataset.status = account.status
    address.textContent = account.address ?? ''
    sign.disabled = account.status !== 'connected'
  }
  connect.addEventListener('click', () => {
    latchkit.open({ view: 'Connect', namespace }).catch(thrown => showTrouble(card, thrown))
  })
  sign.addEventListener('click', () => {
    clearTrouble()
    verified.textContent = ''
    signature.textContent = ''
    const text = find(HTMLTextAreaElement, '#message').value
    const work = async () => {
      const signed = await signatureOn(latchkit, namespace, text)
      signature.textContent = signed.signature
      verified.textContent = signed.isVerified ? 'Verified' : 'Not by this account'
    }
    busy(sign, () => work().catch(thrown => showTrouble(card, thrown))).catch(reportError)
  })
  sign.addEventListener('idle', drawAccount)
  latchkit.subscribeAccount(drawAccount, namespace)
  drawAccount()
}

const button = (name: string, namespace: string, text: string) =>
  draw('button', { class: 'Button', type: 'button', 'data-testid': `${name}-${namespace}` }, text)
