import { account } from '../../generated/fixtures/account.ts'
import { toast } from '../../generated/fixtures/toast.ts'

export const title = 'Account'

const connected = account.connected

export const states = {
  loading: account.loading,
  skeleton: {
    ...connected,
    accounts: {
      eip155: { status: 'connecting' as const, isSupported: true, allAccounts: [] },
    },
  },
  connected,
  networks: account.networks,
  explorer: {
    ...connected,
    accounts: {
      eip155: { ...connected.accounts.eip155, explorerUrl: 'https://example.org/address' },
    },
  },
  stale: account.stale,
  noBalance: account.noBalance,
  wrongNetwork: account.wrongNetwork,
  copied: toast.copied,
  copyFailed: toast.failed,
  longNames: {
    ...connected,
    networks: {
      ...connected.networks,
      list: connected.networks.list.map(row => ({
        ...row,
        name: 'Northern Harbours Optimistic Rollup Testnet Number Four',
      })),
    },
    accounts: {
      eip155: {
        ...connected.accounts.eip155,
        wallet: {
          id: 'org.example.long',
          name: 'The Extraordinarily Long Named Wallet of the Northern Harbours',
        },
        balance: {
          value: '115792089237.195',
          symbol: 'HARBOUR',
          atMs: '0',
          isStale: false,
        },
      },
    },
  },
}
