import { connecting } from '../../generated/fixtures/connecting.ts'

export const title = 'ConnectingExternal'

const waiting = connecting.waiting

export const states = {
  waiting,
  slow: connecting.slow,
  refused: connecting.refused,
  chainRefused: connecting.chainRefused,
  chainUnsupported: connecting.chainUnsupported,
  pending: connecting.pending,
  noAnswer: connecting.noAnswer,
  noAccounts: connecting.noAccounts,
  failed: connecting.failed,
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
