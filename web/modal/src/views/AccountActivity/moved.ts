import type { IconName } from '../../../../kit/src/Icon/Icon.tsx'
import type { Transaction } from '../../generated/Transaction.ts'
import type { Transfer } from '../../generated/Transfer.ts'

/** Which way, as the account sees it. */
const SIGNS: { readonly [direction: string]: string } = { in: '+', out: '−' }

const ICONS: { readonly [type: string]: IconName } = {
  approve: 'check',
  trade: 'swap',
  send: 'send',
  withdraw: 'receive',
  receive: 'receive',
  mint: 'receive',
  claim: 'receive',
  burn: 'send',
  deposit: 'send',
  revoke: 'close',
  cancel: 'close',
}

/** What is told of a transaction: what went first, then what came; of one kind alone, the first of it. */
export function told({ transfers }: Transaction): { shown: Transfer[]; more: number } {
  const out = transfers.find(({ direction }) => direction === 'out')
  const back = transfers.find(({ direction }) => direction === 'in')
  const both = out && back ? [out, back] : transfers.slice(0, 1)
  return { shown: both, more: transfers.length - both.length }
}

/** What stands before an amount that is told alone. */
export const signOf = ({ direction }: Transfer): string => SIGNS[direction] ?? ''

export function iconOf({ metadata, transfers }: Transaction): IconName {
  const [first] = transfers
  const byDirection = first?.direction === 'in' ? 'receive' : first ? 'send' : 'extension'
  return ICONS[metadata.operationType] ?? byDirection
}

/** A word of a server, which is no word of ours: letters alone, the first of them large. */
export function cleaned(word: string): string {
  const letters = word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return (letters.charAt(0).toLocaleUpperCase() + letters.slice(1)).slice(0, 24)
}

/** Where a transaction can be looked up: nowhere but at an address that is encrypted. */
export function linkOf(url: string | undefined, hash: string): string | undefined {
  const whole = `${url}${encodeURIComponent(hash)}`
  return whole.startsWith('https://') && URL.canParse(whole) ? whole : undefined
}
