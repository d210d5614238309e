import { ed25519 } from '@noble/curves/ed25519'
import { afterEach, expect, test, vi } from 'vitest'
import { solanaKey } from '../../../demo/src/wallet/namespaces/keys'
import { solanaSide } from '../../../demo/src/wallet/namespaces/solana'
import { standardWallet } from '../../../demo/src/wallet/namespaces/standardWallet'
import {
  type Discovered,
  discovered,
  heard,
  person,
  register,
  registerNext,
  talkTo,
  trap,
} from '../../test/adapters'
import { base58, base64, fromBase58, fromBase64 } from './bytes'
import { discover } from './solana'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const key = solanaKey('solana')
const text = new TextEncoder().encode('hello')
let found: Discovered

/** The dev wallet on the page, and its person. */
function put(name = 'Dev') {
  const who = person()
  found = discovered(discover)
  const wallet = standardWallet(who.parts, { name, icon: 'data:,', sides: [solanaSide(who.parts)] })
  const unregister = register(wallet)
  return { ...who, wallet, unregister, ...talkTo(found.provider(name), mainnet) }
}

afterEach(() => {
  found.stop()
  delete (window as { coinbaseSolana?: object }).coinbaseSolana
})

test('a wallet of the standard is announced with its name, and its icon as it came', () => {
  const { wallet } = put()
  expect(found.announced).toMatchObject([
    { namespace: 'solana', rdns: 'Dev', name: 'Dev', icon: 'data:,' },
  ])
  register(wallet)
  expect(found.announced).toHaveLength(1)
})

test('wallets that were there before are asked to register', () => {
  const { wallet, provider } = put()
  found.stop()
  registerNext(wallet)
  const again = discovered(discover)
  expect(again.provider('Dev')).toBe(provider)
  again.stop()
})

test('whoever asks for wallets hears of all that are registered, until it stops', () => {
  const { provider, unregister } = put()
  const again = () => dispatchEvent(new Event('eip6963:requestProvider'))
  again()
  expect(found.announced.map(one => one.provider)).toEqual([provider, provider])
  unregister()
  again()
  found.stop()
  again()
  expect(found.announced).toHaveLength(2)
})

test('an older wallet pushes itself onto navigator.wallets', () => {
  put()
  const { wallets } = navigator as { wallets?: unknown[] }
  const older = standardWallet(person().parts, {
    name: 'Older',
    icon: '',
    sides: [solanaSide(person().parts)],
  })
  wallets?.push((api: { register(wallet: object): void }) => api.register(older))
  expect(found.provider('Older')).toBeDefined()
  wallets?.pop()
})

test('connects, tells its accounts and chains, and reconnects in silence', async () => {
  const { asked, connect, ask } = put()
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  expect(asked).toEqual([])
  const chains = expect.arrayContaining([mainnet, devnet])
  expect(await connect()).toEqual({ accounts: [{ address: key.address }], chains })
  expect(asked).toEqual(['standard:connect'])
  expect(await connect(true)).toMatchObject({ accounts: [{ address: key.address }] })
  expect(asked).toHaveLength(1)
  expect(await ask('solana_getAccounts')).toEqual([{ pubkey: key.address }])
})

test('a refusal is 4001', async () => {
  const { state, connect } = put()
  state.approves = false
  await expect(connect()).rejects.toMatchObject({ code: 4001, name: 'ProviderRpcError' })
})

test('a switch that was declined, or a silent one that failed, leaves account and chain', async () => {
  const { wallet, connect, ask } = put()
  const send = vi.fn(async () => [{ signature: Uint8Array.of(1, 2, 3) }])
  const features = wallet.features as { [name: string]: object }
  features['solana:signAndSendTransaction'] = { signAndSendTransaction: send }
  await connect()
  const refusal = { code: 4001, message: 'No' }
  features['standard:connect'] = { connect: () => Promise.reject(refusal) }
  await expect(connect(false, devnet)).rejects.toMatchObject({ code: 4001 })
  features['standard:connect'] = { connect: async () => ({ accounts: [] }) }
  await expect(connect(true, devnet)).rejects.toMatchObject({ code: 4100 })
  expect(await ask('solana_getAccounts')).toEqual([{ pubkey: key.address }])
  await ask('solana_signAndSendTransaction', { transaction: base64(text) })
  const account = expect.objectContaining({ address: key.address })
  expect(send.mock.calls).toMatchObject([[{ chain: 'solana:mainnet', account }]])
})

test('a wallet is not asked for a chain that it does not name', async () => {
  const { connect, asked } = put()
  const unknown = connect(false, 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K')
  await expect(unknown).rejects.toMatchObject({
    code: 4200,
    message: 'This wallet does not support the network solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K.',
  })
  expect(asked).toEqual([])
})

test('who disconnects tells the others, even if the wallet fails', async () => {
  const { wallet, provider, connect, ask } = put()
  await connect()
  const features = wallet.features as { [name: string]: object }
  delete features['standard:disconnect']
  const events = heard(provider)
  expect(await ask('disconnect')).toBe(null)
  expect(events).toEqual([['disconnect', undefined]])
  const disconnect = () => {
    throw new Error('broken')
  }
  features['standard:disconnect'] = { disconnect }
  await expect(ask('disconnect')).rejects.toMatchObject({ message: 'broken' })
  expect(events).toHaveLength(2)
})

test('signs a message with the account', async () => {
  const { connect, ask, state } = put()
  const params = { message: base58(text), pubkey: key.address }
  await expect(ask('solana_signMessage', params)).rejects.toMatchObject({ code: 4100 })
  await connect()
  const { signature } = (await ask('solana_signMessage', params)) as { signature: string }
  expect(ed25519.verify(fromBase58(signature), text, key.publicKey)).toBe(true)
  const other = { ...params, pubkey: '1'.repeat(32) }
  await expect(ask('solana_signMessage', other)).rejects.toMatchObject({ code: 4100 })
  await expect(ask('solana_signMessage', { message: '0' })).rejects.toMatchObject({ code: -32602 })
  state.approves = false
  await expect(ask('solana_signMessage', params)).rejects.toMatchObject({ code: 4001 })
})

/** A transaction that this account has to sign, second of two. */
function unsigned(isVersioned: boolean): Uint8Array {
  const header = [...(isVersioned ? [0x80] : []), 2, 0, 0, 2]
  const message = [...header, ...new Uint8Array(32), ...key.publicKey, ...new Uint8Array(32), 0]
  return Uint8Array.from([2, ...new Uint8Array(128), ...message])
}

test.each([false, true])('signs a transaction, versioned: %s', async isVersioned => {
  const { connect, ask } = put()
  await connect()
  const transaction = unsigned(isVersioned)
  const signed = (await ask('solana_signTransaction', { transaction: base64(transaction) })) as {
    signature: string
    transaction: string
  }
  const bytes = fromBase64(signed.transaction)
  const signature = bytes.slice(65, 129)
  expect(ed25519.verify(signature, transaction.slice(129), key.publicKey)).toBe(true)
  expect(signed.signature).toBe(base58(signature))
})

test('signs several transactions at once', async () => {
  const { connect, ask, wallet } = put()
  await connect()
  const transactions = [unsigned(false), unsigned(true)].map(base64)
  const signed = (await ask('solana_signAllTransactions', { transactions })) as {
    transactions: string[]
  }
  expect(signed.transactions).toHaveLength(2)
  expect(fromBase64(signed.transactions[1]).slice(129)).toEqual(unsigned(true).slice(129))
  expect(wallet.features).not.toHaveProperty('solana:signAndSendTransaction')
  const one = { transaction: transactions[0] }
  await expect(ask('solana_signAndSendTransaction', one)).rejects.toMatchObject({ code: 4200 })
  await expect(ask('eth_accounts')).rejects.toMatchObject({ code: 4200 })
  await expect(ask('toString')).rejects.toMatchObject({ code: 4200 })
})

test('sends with the options and the chain of the host', async () => {
  const sent: unknown[] = []
  const { wallet, connect, ask } = put()
  Object.assign(wallet.features, {
    'solana:signAndSendTransaction': {
      signAndSendTransaction: async (input: unknown) => {
        sent.push(input)
        return [{ signature: Uint8Array.of(1, 2, 3) }]
      },
    },
  })
  await connect(false, devnet)
  const sendOptions = { skipPreflight: true }
  const params = { transaction: base64(text), sendOptions }
  expect(await ask('solana_signAndSendTransaction', params, devnet)).toEqual({ signature: 'Ldp' })
  const input = { chain: 'solana:devnet', options: sendOptions, transaction: text }
  expect(sent).toMatchObject([{ ...input, account: { address: key.address } }])
})

test('instances on two chains each sign on their own, whichever connected last', async () => {
  const { wallet, connect, ask } = put()
  const send = vi.fn(async () => [{ signature: Uint8Array.of(1, 2, 3) }])
  const features = { 'solana:signAndSendTransaction': { signAndSendTransaction: send } }
  Object.assign(wallet.features, features)
  await connect(false, mainnet)
  await connect(false, devnet)
  const params = { transaction: base64(text) }
  await ask('solana_signAndSendTransaction', params, mainnet)
  await ask('solana_signAndSendTransaction', params, devnet)
  expect(send.mock.calls).toMatchObject([
    [{ chain: 'solana:mainnet' }],
    [{ chain: 'solana:devnet' }],
  ])
})

test('a request that is for no chain is nobody’s', async () => {
  const { provider, connect } = put()
  await connect()
  const call = { method: 'solana_signMessage', params: { message: base58(text) } }
  await expect(provider.request(call)).rejects.toMatchObject({ code: 4100 })
})

test('tells of changed accounts while somebody listens, and leaves with its wallet', async () => {
  const { provider, parts, connect, unregister, ask, wallet } = put()
  await connect()
  const events = heard(provider)
  parts.permission.take()
  expect(events).toEqual([['accountsChanged', []]])
  unregister()
  expect(events.at(-1)).toEqual(['disconnect', undefined])
  await expect(ask('solana_getAccounts')).rejects.toMatchObject({
    code: 4900,
    message: expect.stringMatching(/^Provider not found\./),
  })
  register(wallet)
  expect(await ask('solana_getAccounts')).toEqual([])
})

test('a wallet that cannot be used, or is a trap, is not announced, and nothing throws', () => {
  const { wallet } = put()
  const { 'standard:connect': connect } = wallet.features as { 'standard:connect'?: object }
  const hostile = [
    undefined,
    'wallet',
    trap(),
    { ...wallet, name: '' },
    { ...wallet, name: undefined },
    { ...wallet, chains: ['bitcoin:mainnet'] },
    { ...wallet, chains: 'solana:mainnet' },
    { ...wallet, features: {} },
    { ...wallet, features: { 'standard:connect': { connect: 'yes' } } },
    { ...wallet, features: trap() },
  ]
  for (const one of hostile) register(one)
  for (const detail of [
    undefined,
    7,
    trap(),
    () => {
      throw new Error('no')
    },
  ])
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  expect(connect).toBeDefined()
  expect(found.announced).toHaveLength(1)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['text', 'yes'],
  ['accounts that are none', { accounts: [null, 7, { address: 7 }, trap()] }],
  ['a trap for accounts', { accounts: trap() }],
])('a wallet that answers with %s has no accounts', async (_, answer) => {
  const { wallet, connect, ask } = put()
  Object.assign(wallet.features, { 'standard:connect': { connect: async () => answer } })
  expect(await connect()).toMatchObject({ accounts: [] })
  await expect(ask('solana_signMessage', { message: '' })).rejects.toMatchObject({ code: 4100 })
})

test('a wallet that throws in the turn of the request, or signs with junk, fails with an error', async () => {
  const { wallet, connect, ask } = put()
  await connect()
  Object.assign(wallet.features, {
    'solana:signMessage': {
      signMessage() {
        throw new TypeError('broken')
      },
    },
    'solana:signTransaction': { signTransaction: async () => [{ signedTransaction: 'junk' }] },
  })
  const message = { message: base58(text) }
  await expect(ask('solana_signMessage', message)).rejects.toMatchObject({
    code: -32603,
    message: 'broken',
  })
  const transaction = { transaction: base64(text) }
  await expect(ask('solana_signTransaction', transaction)).rejects.toMatchObject({ code: -32603 })
})

test('Coinbase’s own object is a wallet too, unless the standard has it', async () => {
  const signed = unsigned(false).fill(7, 65, 129)
  const coinbase = {
    isConnected: false,
    publicKey: null as unknown,
    async connect() {
      this.publicKey = { toString: () => key.address }
      this.isConnected = true
    },
    disconnect: async () => {},
    signMessage: async (message: Uint8Array) => ({ signature: key.sign(message) }),
    signTransaction: async (transaction: { serialize(): Uint8Array }) => {
      expect(transaction.serialize()).toEqual(unsigned(false))
      return { serialize: () => signed }
    },
  }
  Object.assign(window, { coinbaseSolana: coinbase })
  found = discovered(discover)
  const provider = found.provider('Coinbase Wallet')
  const ask = (method: string, params?: unknown) => provider.request({ method, params }, mainnet)
  const silent = [{ chain: mainnet, silent: true }]
  await expect(ask('connect', silent)).rejects.toMatchObject({ code: 4100 })
  const accounts = [{ address: key.address }]
  expect(await ask('connect', [{ chain: mainnet }])).toEqual({ accounts, chains: [mainnet] })
  const { signature } = (await ask('solana_signMessage', { message: base58(text) })) as {
    signature: string
  }
  expect(ed25519.verify(fromBase58(signature), text, key.publicKey)).toBe(true)
  const transaction = base64(unsigned(false))
  expect(await ask('solana_signTransaction', { transaction })).toEqual({
    transaction: base64(signed),
    signature: base58(new Uint8Array(64).fill(7)),
  })
})
