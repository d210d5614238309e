import type { Config } from './Config.ts'
import type { State } from './State.ts'

export const starts: Record<
  string,
  {
    config: Config
    snapshot: unknown
    shown: Pick<State, 'accounts' | 'networks'>
    chains: readonly string[]
  }
> = {
  'the chain that the host names': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:10',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      defaultNetwork: 'eip155:10',
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: null,
    shown: {
      accounts: {},
      networks: {
        list: [
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:10',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:10?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'eip155:10',
      },
    },
    chains: ['eip155:10'],
  },
  'else Ethereum': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:10',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: null,
    shown: {
      accounts: {},
      networks: {
        list: [
          {
            id: 'eip155:10',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:10?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'eip155:1',
      },
    },
    chains: ['eip155:1'],
  },
  'else the first': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:10',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:8453',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: null,
    shown: {
      accounts: {},
      networks: {
        list: [
          {
            id: 'eip155:10',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:10?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:8453',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:8453?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'eip155:10',
      },
    },
    chains: ['eip155:10'],
  },
  'the last used goes first': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:10',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: { accounts: {}, active: 'eip155:10' },
    shown: {
      accounts: {},
      networks: {
        list: [
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:10',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:10?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'eip155:10',
      },
    },
    chains: ['eip155:10'],
  },
  'unless the host has it no more': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:10',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      defaultNetwork: 'eip155:10',
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: { accounts: {}, active: 'eip155:5' },
    shown: {
      accounts: {},
      networks: {
        list: [
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:10',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:10?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'eip155:10',
      },
    },
    chains: ['eip155:10'],
  },
  'each namespace has a chain': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:137',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
          chainNamespace: 'solana',
          name: 'Solana',
          nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      defaultNetwork: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: null,
    shown: {
      accounts: {},
      networks: {
        list: [
          {
            id: 'eip155:137',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:137?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
            namespace: 'solana',
            name: 'Solana',
            symbol: 'SOL',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      },
    },
    chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  },
  'the last used in its namespace, the default in another': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:137',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
          chainNamespace: 'solana',
          name: 'Solana',
          nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      defaultNetwork: 'eip155:137',
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: { accounts: {}, active: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    shown: {
      accounts: {},
      networks: {
        list: [
          {
            id: 'eip155:137',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:137?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
            namespace: 'solana',
            name: 'Solana',
            symbol: 'SOL',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      },
    },
    chains: ['eip155:137', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  },
  'what was connected comes back': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:31337',
          chainNamespace: 'eip155',
          name: 'Latchkit Dev',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      defaultNetwork: 'eip155:31337',
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: {
      accounts: {
        eip155: {
          status: 'connected',
          address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          chain: 'eip155:31337',
          caipAddresses: ['eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
          networkName: 'Latchkit Dev',
          isSupported: true,
          balance: '10000',
          balanceSymbol: 'ETH',
          balanceAtMs: '1700000000900',
          isBalanceStale: false,
          connectedWalletInfo: {
            identifier: 'example.harbor',
            name: 'Harbor',
            icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='oklch(.58 .14 112)'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          },
          allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
        },
      },
      active: 'eip155:31337',
    },
    shown: {
      accounts: {
        eip155: {
          status: 'connecting',
          address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          chain: 'eip155:31337',
          caipAddresses: ['eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
          networkName: 'Latchkit Dev',
          isSupported: true,
          balance: '10000',
          balanceSymbol: 'ETH',
          balanceAtMs: '1700000000900',
          isBalanceStale: false,
          connectedWalletInfo: {
            identifier: 'example.harbor',
            name: 'Harbor',
            icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='oklch(.58 .14 112)'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          },
          allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
        },
      },
      networks: {
        list: [
          {
            id: 'eip155:31337',
            namespace: 'eip155',
            name: 'Latchkit Dev',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:31337?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Ethereum',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'eip155:31337',
      },
    },
    chains: ['eip155:31337'],
  },
  'on a chain of its own': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: {
      accounts: {
        eip155: {
          status: 'connected',
          address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          chain: 'eip155:31337',
          caipAddresses: ['eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
          networkName: 'Latchkit Dev',
          isSupported: true,
          balance: '10000',
          balanceSymbol: 'ETH',
          balanceAtMs: '1700000000900',
          isBalanceStale: false,
          connectedWalletInfo: {
            identifier: 'example.harbor',
            name: 'Harbor',
            icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='oklch(.58 .14 112)'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          },
          allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
        },
      },
      active: 'eip155:31337',
    },
    shown: {
      accounts: {
        eip155: {
          status: 'connecting',
          address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          chain: 'eip155:31337',
          caipAddresses: ['eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
          networkName: 'Latchkit Dev',
          isSupported: true,
          balance: '10000',
          balanceSymbol: 'ETH',
          balanceAtMs: '1700000000900',
          isBalanceStale: false,
          connectedWalletInfo: {
            identifier: 'example.harbor',
            name: 'Harbor',
            icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='oklch(.58 .14 112)'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          },
          allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
        },
      },
      networks: {
        list: [
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Network',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'eip155:1',
      },
    },
    chains: ['eip155:1'],
  },
  'what was not connected stays so': {
    config: {
      projectId: 'de7de7de7de7de7de7de7de7de7de7de',
      serverUrl: 'http://localhost:8787',
      networks: [
        {
          caipNetworkId: 'eip155:31337',
          chainNamespace: 'eip155',
          name: 'Latchkit Dev',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
        {
          caipNetworkId: 'eip155:1',
          chainNamespace: 'eip155',
          name: 'Ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          nodes: [],
          testnet: false,
          assets: {},
        },
      ],
      defaultNetwork: 'eip155:31337',
      sdkVersion: 'html-universal-0.1.0',
      providerWaitMs: 1000,
      origin: 'http://localhost:8788',
      isMobile: false,
      store: 'chromeStore',
      options: {},
    },
    snapshot: {
      accounts: {
        eip155: {
          status: 'disconnected',
          address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          chain: 'eip155:31337',
          caipAddresses: ['eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
          networkName: 'Latchkit Dev',
          isSupported: true,
          balance: '10000',
          balanceSymbol: 'ETH',
          balanceAtMs: '1700000000900',
          isBalanceStale: false,
          connectedWalletInfo: {
            identifier: 'example.harbor',
            name: 'Harbor',
            icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='oklch(.58 .14 112)'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          },
          allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
        },
      },
      active: 'eip155:31337',
    },
    shown: {
      accounts: {},
      networks: {
        list: [
          {
            id: 'eip155:31337',
            namespace: 'eip155',
            name: 'Latchkit Dev',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:31337?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
          {
            id: 'eip155:1',
            namespace: 'eip155',
            name: 'Ethereum',
            symbol: 'ETH',
            testnet: false,
            image:
              'http://localhost:8787/public/getAssetImage/eip155:1?projectId=de7de7de7de7de7de7de7de7de7de7de&st=latchkit&sv=html-universal-0.1.0',
          },
        ],
        active: 'eip155:31337',
      },
    },
    chains: ['eip155:31337'],
  },
}
