import {
  account,
  bare,
  other,
  payment,
  piece,
  strange,
  swap,
  token,
  unknown,
  usdc,
} from '../../../test/readings.ts'
import type { FrameState } from '../../all/state.ts'
import type { Reading } from '../../generated/Reading.ts'

export const title = 'Frame.Approve'

const approving = (
  reading: Partial<Reading>,
  more: Partial<NonNullable<FrameState['approval']>> = {},
) => ({
  screen: {
    view: 'ApproveTransaction' as const,
    origin: reading.origin ?? bare.origin,
    site: 'Shop',
  },
  approval: {
    request: 1,
    reading: { ...bare, ...reading },
    isBusy: false,
    waiting: 0,
    ...more,
  },
})

/** To whom how much goes on Solana. */
const paid: Reading['brief'] = [
  { label: 'amount', value: '2500000000', kind: 'native' },
  { label: 'to', value: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', kind: 'address' },
]

export const states = {
  message: approving({
    text: {
      text: 'Welcome to Shop.\n\nSign this to prove that the wallet is yours.',
      isBytes: false,
      leftOut: 0,
    },
  }),
  bytes: approving({
    flags: [{ kind: 'notText', severity: 'danger', rows: [] }],
    text: { text: `0x${'9f3c'.repeat(40)}`, isBytes: true, leftOut: 512 },
  }),
  signInElsewhere: approving({
    kind: 'signIn',
    flags: [
      {
        kind: 'signInElsewhere',
        severity: 'blocked',
        rows: [{ label: 'site', value: 'bank.example', kind: 'text' }],
      },
    ],
    rows: [
      { label: 'site', value: 'bank.example', kind: 'text' },
      { label: 'uri', value: 'https://bank.example/login', kind: 'text' },
      { label: 'issuedAt', value: '1763985600000', kind: 'moment' },
    ],
    text: {
      text: 'bank.example wants you to sign in with your Ethereum account:',
      isBytes: false,
      leftOut: 0,
    },
  }),
  signIn: approving({
    kind: 'signIn',
    brief: [{ label: 'site', value: 'shop.example', kind: 'text' }],
    rows: [
      { label: 'site', value: 'shop.example', kind: 'text' },
      { label: 'account', value: account, kind: 'address' },
      { label: 'statement', value: 'Sign in to the shop.', kind: 'text' },
      { label: 'uri', value: 'https://shop.example/', kind: 'text' },
      { label: 'chain', value: '1', kind: 'chain' },
    ],
    text: {
      text: `shop.example wants you to sign in with your Ethereum account:\n${account}\n\nSign in to the shop.`,
      isBytes: false,
      leftOut: 0,
    },
  }),
  permit: approving({
    kind: 'typedMessage',
    flags: [
      {
        kind: 'permitBySignature',
        severity: 'danger',
        rows: [{ label: 'spender', value: other, kind: 'address' }],
      },
      { kind: 'unlimitedApproval', severity: 'danger', rows: [] },
      {
        kind: 'farExpiry',
        severity: 'notice',
        rows: [{ label: 'until', value: '', kind: 'never' }],
      },
    ],
    brief: [
      { label: 'amount', value: '', kind: 'unlimited' },
      { label: 'spender', value: other, kind: 'address' },
    ],
    rows: [
      { label: 'primaryType', value: 'Permit', kind: 'text' },
      { label: 'name', value: 'USD Coin', kind: 'text' },
      { label: 'contract', value: token, kind: 'address' },
    ],
    fields: [
      { path: 'owner', kind: 'address', value: account },
      { path: 'spender', kind: 'address', value: other },
      { path: 'value', kind: 'uint256', value: `${2n ** 256n - 1n}` },
      { path: 'deadline', kind: 'uint256', value: `${2n ** 256n - 1n}` },
    ],
  }),
  payment: approving(payment),
  swap: approving(swap),
  waiting: approving(payment, { waiting: 2 }),
  busy: approving(payment, { isBusy: true }),
  piece: approving(piece),
  words: approving({ kind: 'showWords', chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
  deletion: approving({ kind: 'deleteWallet' }),
  passkey: approving({ kind: 'newPasskey' }),
  passkeyAlone: approving({ kind: 'newPasskey' }, { fault: { type: 'passkeyAlone' } }),
  failed: approving(payment, { fault: { type: 'offline' } }),
  several: approving({
    kind: 'transaction',
    origin: 'https://xn--shp-kna.example:8443',
    flags: [
      {
        kind: 'lookAlike',
        severity: 'danger',
        rows: [
          { label: 'to', value: other, kind: 'address' },
          {
            label: 'looksLike',
            value: '0x70997970000000000000000000000000000079C8',
            kind: 'address',
          },
        ],
      },
    ],
    steps: [
      { depth: 0, transaction: 0, act: 'many', rows: [] },
      {
        depth: 1,
        transaction: 0,
        act: 'allow',
        rows: [
          ...usdc,
          { label: 'amount', value: '2.5', kind: 'tokens' },
          { label: 'spender', value: other, kind: 'address' },
        ],
      },
      { ...unknown, depth: 1 },
    ],
    stepsLeftOut: 3,
    cost: { fee: '2100000000000000', value: '0', total: '2100000000000000', isMost: false },
  }),
  solana: approving({
    kind: 'transactionToPage',
    account: 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy',
    chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    flags: [
      { kind: 'durableNonce', severity: 'danger', rows: [] },
      { kind: 'lookupTables', severity: 'notice', rows: [] },
    ],
    brief: paid,
    steps: [
      { depth: 0, transaction: 0, act: 'advanceNonce', rows: [] },
      { depth: 0, transaction: 0, act: 'pay', rows: paid },
    ],
    cost: { fee: '5000', value: '2500000000', total: '2500005000', isMost: true },
  }),
  together: approving({
    kind: 'transactionToPage',
    account: 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy',
    chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    flags: [{ kind: 'unknownProgram', severity: 'danger', step: 1, rows: [] }],
    steps: [{ depth: 0, transaction: 0, act: 'pay', rows: paid }, strange],
    cost: { fee: '10000', value: '2500000000', total: '2500010000', isMost: true },
  }),
}
