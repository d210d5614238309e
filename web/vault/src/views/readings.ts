import type { Reading } from '../generated/Reading.ts'

export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

export const bare: Reading = {
  kind: 'message',
  origin: 'https://shop.example',
  account,
  chain: 'eip155:1',
  flags: [],
  brief: [],
  rows: [],
  steps: [],
  stepsLeftOut: 0,
  fields: [],
  fieldsLeftOut: 0,
}

export const payment: Partial<Reading> = {
  kind: 'transaction',
  brief: [
    { label: 'amount', value: '1250000000000000000', kind: 'native' },
    { label: 'to', value: other, kind: 'address' },
  ],
  steps: [
    {
      depth: 0,
      transaction: 0,
      act: 'pay',
      rows: [
        { label: 'amount', value: '1250000000000000000', kind: 'native' },
        { label: 'to', value: other, kind: 'address' },
      ],
    },
  ],
  rows: [{ label: 'nonce', value: '7', kind: 'number' }],
  cost: {
    fee: '441000000000000',
    value: '1250000000000000000',
    total: '1250441000000000000',
    isMost: true,
  },
}
