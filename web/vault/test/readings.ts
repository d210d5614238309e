import type { Reading } from '../src/generated/Reading.ts'
import type { ReadingRow } from '../src/generated/ReadingRow.ts'
import type { ReadingStep } from '../src/generated/ReadingStep.ts'

export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** What a token says of itself. */
export const usdc: ReadingRow[] = [
  { label: 'token', value: token, kind: 'address' },
  { label: 'name', value: 'USDC', kind: 'text' },
]

/** A call that nobody knows. */
export const unknown: ReadingStep = {
  depth: 0,
  transaction: 0,
  act: 'unknown',
  rows: [
    { label: 'contract', value: other, kind: 'address' },
    { label: 'selector', value: '0x3593564c', kind: 'bytes' },
    { label: 'length', value: '836', kind: 'number' },
  ],
}

/** An instruction of the second transaction to a program of Solana that nobody knows. */
export const strange: ReadingStep = {
  depth: 0,
  transaction: 1,
  act: 'unknownProgram',
  rows: [
    { label: 'program', value: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', kind: 'address' },
    { label: 'bytes', value: '0xe517cb977ae3ad2a', kind: 'bytes' },
    { label: 'length', value: '8', kind: 'number' },
    { label: 'count', value: '3', kind: 'number' },
  ],
}

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
  changes: [
    {
      depth: 0,
      transaction: 0,
      act: 'give',
      rows: [{ label: 'amount', value: '1250000000000000000', kind: 'native' }],
    },
  ],
  rows: [{ label: 'nonce', value: '7', kind: 'number' }],
  cost: {
    fee: '441000000000000',
    value: '1250000000000000000',
    total: '1250441000000000000',
    balance: '2000000000000000000',
    isMost: true,
  },
}

/** By a call that nobody knows, of an account that cannot pay the fee. */
export const swap: Partial<Reading> = {
  kind: 'transaction',
  flags: [
    {
      kind: 'notEnough',
      severity: 'danger',
      rows: [],
    },
    {
      kind: 'unknownCall',
      severity: 'notice',
      rows: [{ label: 'contract', value: other, kind: 'address' }],
    },
  ],
  changes: [
    {
      depth: 0,
      transaction: 0,
      act: 'give',
      rows: [...usdc, { label: 'amount', value: '12.5', kind: 'tokens' }],
    },
    {
      depth: 0,
      transaction: 0,
      act: 'get',
      rows: [{ label: 'amount', value: '4100000000000000', kind: 'native' }],
    },
  ],
  steps: [unknown],
  cost: {
    fee: '2100000000000000',
    value: '0',
    total: '2100000000000000',
    balance: '1000000000000000',
    isMost: true,
  },
}

/** It moves what may be an amount or one piece, and a trial run leaves something out. */
export const piece: Partial<Reading> = {
  ...swap,
  flags: [{ kind: 'leftOut', severity: 'danger', rows: [] }],
  brief: [{ label: 'to', value: other, kind: 'address' }],
  steps: [
    {
      depth: 0,
      transaction: 0,
      act: 'transfer',
      rows: [
        ...usdc,
        { label: 'amountOrTokenId', value: '12500000', kind: 'units' },
        { label: 'amount', value: '12.5', kind: 'tokens' },
        { label: 'from', value: account, kind: 'address' },
        { label: 'to', value: other, kind: 'address' },
      ],
    },
  ],
}
