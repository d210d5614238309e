import { expect, test } from 'vitest'
import { codeIn } from './code'

const URI = 'wc:7f@2?relay-protocol=irn&symKey=58'

test('a code is found as it is and in the links that open wallets', () => {
  for (const pasted of [
    URI,
    ` ${URI}\n`,
    `https://wallet.example/dev/wallet/wc?uri=${encodeURIComponent(URI)}`,
    `harbor://wc?uri=${encodeURIComponent(URI)}`,
    `https://wallet.example/?a=b&uri=${encodeURIComponent(URI)}`,
  ])
    expect(codeIn(pasted), pasted).toBe(URI)
})

test('what is no code stays as it is: why it is none, is said by who reads codes', () => {
  for (const pasted of ['hello', 'https://wallet.example/?a=b', ''])
    expect(codeIn(pasted)).toBe(pasted)
})
