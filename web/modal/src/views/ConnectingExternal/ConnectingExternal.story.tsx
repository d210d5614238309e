import { fixtures } from '../../generated/fixtures.ts'

export const title = 'ConnectingExternal'

const waiting = fixtures['connecting.waiting']

export const states = {
  waiting,
  slow: fixtures['connecting.slow'],
  refused: fixtures['connecting.refused'],
  chainRefused: fixtures['connecting.chainRefused'],
  chainUnsupported: fixtures['connecting.chainUnsupported'],
  pending: fixtures['connecting.pending'],
  noAnswer: fixtures['connecting.noAnswer'],
  noAccounts: fixtures['connecting.noAccounts'],
  failed: fixtures['connecting.failed'],
  longName: {
    ...waiting,
    connect: {
      wallet: {
        ...waiting.connect.wallet,
        name: 'The Extraordinarily Long Named Wallet of the Northern Harbours',
      },
      step: waiting.connect.step,
    },
  },
  longMessage: {
    ...waiting,
    connect: {
      wallet: waiting.connect.wallet,
      step: {
        type: 'failed' as const,
        error: {
          type: 'wallet' as const,
          code: -32603,
          message: `Internal JSON-RPC error ${'0xdeadbeef'.repeat(30)}`,
        },
      },
    },
  },
}
