import { expect, test } from 'vitest'
import { ordinalAddress, paymentAddress } from '../../demo/src/wallet/namespaces/keys'
import { fromHex } from '../src/namespaces/bytes'

test('the dev wallet’s Bitcoin addresses are made as the vectors of BIP-84 and BIP-86 have it', () => {
  const payment = fromHex('0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c')
  expect(paymentAddress(payment)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  const ordinal = fromHex('cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115')
  expect(ordinalAddress(ordinal)).toBe(
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  )
})
