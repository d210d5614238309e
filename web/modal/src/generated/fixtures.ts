import type { State } from './State.ts'

export const fixtures = {
  'connecting.waiting': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect', 'ConnectingExternal'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: {
      wallet: {
        id: 'example.harbor',
        name: 'Harbor',
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        handle: 0,
      },
      step: { type: 'waiting', slow: false },
    },
    accounts: { eip155: { status: 'connecting', isSupported: true, allAccounts: [] } },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connecting.slow': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect', 'ConnectingExternal'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: {
      wallet: {
        id: 'example.harbor',
        name: 'Harbor',
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        handle: 0,
      },
      step: { type: 'waiting', slow: true },
    },
    accounts: { eip155: { status: 'connecting', isSupported: true, allAccounts: [] } },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connecting.noAnswer': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect', 'ConnectingExternal'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: {
      wallet: {
        id: 'example.harbor',
        name: 'Harbor',
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        handle: 0,
      },
      step: { type: 'failed', error: { type: 'noAnswer' } },
    },
    accounts: { eip155: { status: 'disconnected', isSupported: true, allAccounts: [] } },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connecting.refused': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect', 'ConnectingExternal'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: {
      wallet: {
        id: 'example.harbor',
        name: 'Harbor',
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        handle: 0,
      },
      step: { type: 'failed', error: { type: 'refused' } },
    },
    accounts: { eip155: { status: 'disconnected', isSupported: true, allAccounts: [] } },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connecting.pending': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect', 'ConnectingExternal'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: {
      wallet: {
        id: 'example.harbor',
        name: 'Harbor',
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        handle: 0,
      },
      step: { type: 'failed', error: { type: 'pending' } },
    },
    accounts: { eip155: { status: 'disconnected', isSupported: true, allAccounts: [] } },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connecting.failed': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect', 'ConnectingExternal'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: {
      wallet: {
        id: 'example.harbor',
        name: 'Harbor',
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        handle: 0,
      },
      step: {
        type: 'failed',
        error: { type: 'wallet', code: -32000, message: 'The wallet says no.' },
      },
    },
    accounts: { eip155: { status: 'disconnected', isSupported: true, allAccounts: [] } },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connecting.noAccounts': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect', 'ConnectingExternal'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: {
      wallet: {
        id: 'example.harbor',
        name: 'Harbor',
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        handle: 0,
      },
      step: { type: 'failed', error: { type: 'noAccounts' } },
    },
    accounts: { eip155: { status: 'disconnected', isSupported: true, allAccounts: [] } },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connecting.chainRefused': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect', 'ConnectingExternal'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: {
      wallet: {
        id: 'example.harbor',
        name: 'Harbor',
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        handle: 0,
      },
      step: { type: 'failed', error: { type: 'chainRefused', network: 'Latchkit Dev' } },
    },
    accounts: { eip155: { status: 'disconnected', isSupported: true, allAccounts: [] } },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'account.connected': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Account'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {
      eip155: {
        status: 'connected',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        chain: 'eip155:31337',
        networkName: 'Latchkit Dev',
        isSupported: true,
        balance: {
          value: '10000',
          symbol: 'ETH',
          shown: '10,000.000',
          atMs: '1700000000400',
          isStale: false,
        },
        wallet: {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
        allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      },
    },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'toast.copied': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Account'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {
      eip155: {
        status: 'connected',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        chain: 'eip155:31337',
        networkName: 'Latchkit Dev',
        isSupported: true,
        balance: {
          value: '10000',
          symbol: 'ETH',
          shown: '10,000.000',
          atMs: '1700000000400',
          isStale: false,
        },
        wallet: {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
        allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      },
    },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: { shown: { kind: 'success', text: 'addressCopied', count: 1 } },
    failure: {},
  },
  'toast.failed': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Account'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {
      eip155: {
        status: 'connected',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        chain: 'eip155:31337',
        networkName: 'Latchkit Dev',
        isSupported: true,
        balance: {
          value: '10000',
          symbol: 'ETH',
          shown: '10,000.000',
          atMs: '1700000000400',
          isStale: false,
        },
        wallet: {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
        allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      },
    },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: { shown: { kind: 'error', text: 'copyFailed', count: 1 } },
    failure: {},
  },
  'account.stale': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Account'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {
      eip155: {
        status: 'connected',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        chain: 'eip155:31337',
        networkName: 'Latchkit Dev',
        isSupported: true,
        balance: {
          value: '10000',
          symbol: 'ETH',
          shown: '10,000.000',
          atMs: '1700000000400',
          isStale: true,
        },
        wallet: {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
        allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      },
    },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'account.wrongNetwork': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Account'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {
      eip155: {
        status: 'connected',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        caipAddress: 'eip155:99999:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        chain: 'eip155:99999',
        networkName: 'Unknown Network',
        isSupported: false,
        wallet: {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
        allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      },
    },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'account.loading': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Account'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {
      eip155: {
        status: 'connecting',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        chain: 'eip155:31337',
        networkName: 'Latchkit Dev',
        isSupported: true,
        balance: {
          value: '10000',
          symbol: 'ETH',
          shown: '10,000.000',
          atMs: '1700000000400',
          isStale: false,
        },
        wallet: {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
        },
        allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      },
    },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'account.noBalance': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Account'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {
      eip155: {
        status: 'connected',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        caipAddress: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        chain: 'eip155:31337',
        networkName: 'Latchkit Dev',
        isSupported: true,
        wallet: {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
        allAccounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      },
    },
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connect.empty': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect'], forward: true },
    catalog: { wallets: [] },
    connect: { step: { type: 'idle' } },
    accounts: {},
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connect.one': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {},
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  'connect.many': {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
        {
          id: 'example.kestrel',
          name: 'Kestrel',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 1,
        },
        {
          id: 'example.long',
          name: 'The Extraordinarily Long Wallet of Tidewater Governance and Sons',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 2,
        },
        {
          id: 'example.markup',
          name: '<b>Bold</b> & reversed',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 3,
        },
        {
          id: 'example.rtl',
          name: 'محفظة المرفأ',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 4,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {},
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {},
  },
  failure: {
    modal: { open: true, loading: false, shake: false },
    route: { history: ['Connect'], forward: true },
    catalog: {
      wallets: [
        {
          id: 'example.harbor',
          name: 'Harbor',
          icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%233b82d6'/%3E%3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E",
          handle: 0,
        },
      ],
    },
    connect: { step: { type: 'idle' } },
    accounts: {},
    networks: {
      list: [
        { id: 'eip155:31337', name: 'Latchkit Dev', symbol: 'ETH', testnet: false },
        { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', testnet: false },
      ],
      active: 'eip155:31337',
    },
    toast: {},
    failure: {
      unexpected: {
        report: 'RuntimeError: unreachable\n    at engine.wasm:0x2f1c\nLatchkit 0.1.0',
      },
    },
  },
} satisfies Record<string, State>
