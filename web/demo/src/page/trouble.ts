import { draw, drawIcon } from '../draw'
import { findProbe } from './find'

type ErrorFields = { readonly code?: unknown; readonly message?: unknown }

/** What each code means to a person. EIP-1193, EIP-3326, JSON-RPC 2.0. */
const MEANING: Readonly<Record<string, string>> = {
  '4001': 'You declined it in the wallet.',
  '4100': 'The wallet does not allow this for this account.',
  '4200': 'The wallet cannot do this.',
  '4900': 'The wallet is not connected to any network.',
  '4901': 'The wallet cannot reach this network.',
  '4902': 'The wallet does not know this network.',
  '-32000': 'The network did not take it.',
  '-32002': 'The wallet is still waiting for an earlier answer: open it.',
  '-32601': 'The wallet does not know this request.',
  '-32602': 'The wallet did not understand the request.',
  '-32603': 'The wallet or the network failed.',
}

const banner = () => findProbe('error')

/** Shows what went wrong, in words and with its code, at the foot of the card where it was tried. */
export function showTrouble(card: HTMLElement, thrown: unknown) {
  const { code, message } = errorFieldsOf(thrown)
  const meaning = MEANING[String(code)] ?? 'It did not work.'
  const says = typeof message === 'string' && message !== '' ? message : String(thrown)
  const element = banner()
  element.replaceChildren(
    drawIcon('M2.5 10a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0', 'M10 6.200v4.500', 'M10 13.600v.1'),
    draw(
      'p',
      {},
      draw('b', {}, meaning),
      ` ${says}`,
      code === undefined ? undefined : draw('span', { class: 'Tag' }, `Code ${code}`),
    ),
  )
  element.dataset.code = String(code ?? '')
  element.hidden = false
  card.append(element)
}

export function clearTrouble() {
  const element = banner()
  element.hidden = true
  element.replaceChildren()
  delete element.dataset.code
}

const errorFieldsOf = (thrown: unknown): ErrorFields =>
  typeof thrown === 'object' && thrown !== null ? (thrown as ErrorFields) : {}
