import { secp256k1 } from '@noble/curves/secp256k1'
import { afterEach, expect, test, vi } from 'vitest'
import { bitcoinSide } from '../../../demo/src/wallet/namespaces/bip122'
import {
  hexOf,
  messageHash,
  ordinalKey,
  paymentKey,
  utf8,
} from '../../../demo/src/wallet/namespaces/keys'
import { standardWallet } from '../../../demo/src/wallet/namespaces/standardWallet'
import {
  type Discovered,
  discovered,
  heard,
  person,
  registerNext,
  talkTo,
  trap,
} from '../../test/adapters'
import { discover } from './bip122'
import { base64, fromBase64 } from './bytes'

const chain = 'bip122:000000000019d6689c085ae165831e93'
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'
const payment = paymentKey('payment')
const ordinal = ordinalKey('ordinal')
const accounts = [
  { address: payment.address, type: 'payment', publicKey: hexOf(payment.publicKey) },
  { address: ordinal.address, type: 'ordinal', publicKey: hexOf(ordinal.publicKey) },
]
const message = { account: payment.address, message: 'hello' }
const psbt = base64(utf8('psbt'))
const signedPsbt = utf8('signed')
const signInputs = [
  { address: payment.address, index: 0 },
  { address: ordinal.address, index: 1, sighashTypes: [131] },
]
const names = ['LeatherProvider', 'btc_providers', 'unisat', 'okxwallet', 'binancew3w', 'Deep']
let found: Discovered

/** What was put on the window, as the adapter finds it. */
function put(name: string, onPage: object) {
  Object.assign(window, onPage)
  found = discovered(discover)
  return talkTo(found.provider(name), chain)
}

const isSigned = (signature: string) =>
  secp256k1.verify(fromBase64(signature).slice(1), messageHash(utf8('hello')), payment.publicKey)

afterEach(() => {
  found.stop()
  vi.useRealTimers()
  for (const name of names) delete (window as unknown as { [name: string]: unknown })[name]
})

/** The dev wallet, by the Wallet Standard. */
function putStandard(more: object = {}) {
  const who = person()
  const name = 'Standard'
  const wallet = standardWallet(who.parts, { name, icon: '', sides: [bitcoinSide(who.parts)] })
  Object.assign(wallet.features, more)
  registerNext(wallet)
  return { ...who, wallet, ...put(name, {}) }
}

test('standard: connects both addresses, and reconnects in silence', async () => {
  const { connect, ask, asked } = putStandard()
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  await expect(ask('getAccountAddresses')).rejects.toMatchObject({ code: 4100 })
  expect(asked).toEqual([])
  expect(await connect()).toEqual({ accounts, chains: [chain] })
  expect(await connect(true)).toEqual({ accounts, chains: [chain] })
  expect(asked).toEqual(['bitcoin:connect'])
  expect(await ask('getAccountAddresses')).toEqual(
    accounts.map(({ type, ...account }) => ({ ...account, intention: type })),
  )
})

test('standard: signs a message with the account', async () => {
  const { connect, ask, state } = putStandard()
  await connect()
  const signed = (await ask('signMessage', message)) as { address: string; signature: string }
  expect(signed.address).toBe(payment.address)
  expect(isSigned(signed.signature)).toBe(true)
  const unknown = { ...message, account: 'bc1q' }
  await expect(ask('signMessage', unknown)).rejects.toMatchObject({ code: 4100 })
  await expect(ask('signMessage', {})).rejects.toMatchObject({ code: -32602 })
  state.approves = false
  await expect(ask('signMessage', message)).rejects.toMatchObject({ code: 4001 })
})

test('standard: signs a PSBT with its own account objects, or sends it', async () => {
  const inputs: { inputsToSign: unknown }[] = []
  const { connect, ask } = putStandard({
    'bitcoin:signTransaction': {
      signTransaction: async (input: { inputsToSign: unknown }) => {
        inputs.push(input)
        return [{ signedPsbt }]
      },
    },
    'bitcoin:signAndSendTransaction': { signAndSendTransaction: async () => [{ txId: 'ab' }] },
  })
  await connect()
  const params = { account: payment.address, psbt, signInputs }
  expect(await ask('signPsbt', params)).toEqual({ psbt: base64(signedPsbt) })
  expect(inputs).toMatchObject([
    {
      psbt: utf8('psbt'),
      chain: 'bitcoin:mainnet',
      inputsToSign: [
        { account: { address: payment.address }, signingIndexes: [0] },
        {
          account: { address: ordinal.address },
          signingIndexes: [1],
          sigHash: 'SINGLE|ANYONECANPAY',
        },
      ],
    },
  ])
  expect(await ask('signPsbt', { ...params, broadcast: true })).toEqual({ txid: 'ab' })
  const wrong = { ...params, signInputs: [{ index: -1 }] }
  await expect(ask('signPsbt', wrong)).rejects.toMatchObject({ code: -32602 })
  await expect(ask('signPsbt', { ...params, psbt: '*' })).rejects.toMatchObject({ code: -32602 })
})

test('standard: sends with sats-connect where the wallet has that too, and else cannot', async () => {
  const transfer = {
    account: payment.address,
    recipientAddress: 'bc1q',
    amount: '2100000000000000',
  }
  const one = putStandard()
  await one.connect()
  await expect(one.ask('sendTransfer', transfer)).rejects.toMatchObject({ code: 4200 })
  found.stop()
  const request = vi.fn(async () => ({ jsonrpc: '2.0', result: { txid: 'cd' } }))
  const { connect, ask } = putStandard({ 'sats-connect:': { provider: { request } } })
  await connect()
  expect(await ask('sendTransfer', transfer)).toEqual({ txid: 'cd' })
  const recipients = [{ address: 'bc1q', amount: 2100000000000000 }]
  expect(request).toHaveBeenCalledWith('sendTransfer', { recipients })
  for (const amount of ['0', '1.5', '-1', '9007199254740993', 'all', undefined])
    await expect(ask('sendTransfer', { ...transfer, amount })).rejects.toMatchObject({
      code: -32602,
    })
})

test('standard: tells of changed accounts', async () => {
  const { connect, provider, parts } = putStandard()
  await connect()
  const events = heard(provider)
  parts.permission.take()
  parts.permission.give()
  expect(events).toEqual([
    ['accountsChanged', []],
    ['accountsChanged', accounts],
  ])
})

type Answer = (params: unknown) => unknown

/** A provider of sats-connect: answers by method, errors by `{error}`. */
function satsConnect(answers: { [method: string]: Answer }) {
  const calls: string[] = []
  const cbs: { [event: string]: () => void } = {}
  return {
    calls,
    cbs,
    async request(method: string, params: unknown) {
      calls.push(method)
      const answer = answers[method]
      if (!answer) return { error: { code: -32601, message: 'no such method' } }
      const value = answer(params)
      return value instanceof Error
        ? { error: { ...value, message: value.message } }
        : { result: value }
    },
    addListener({ eventName, cb }: { eventName: string; cb: () => void }) {
      cbs[eventName] = cb
      return () => void delete cbs[eventName]
    },
  }
}

const fault = (code: number, text = 'no') => Object.assign(new Error(text), { code })
const addresses = [
  { address: ordinal.address, purpose: 'ordinals', publicKey: hexOf(ordinal.publicKey) },
  { address: payment.address, purpose: 'payment', publicKey: hexOf(payment.publicKey) },
  { address: 'SP1', purpose: 'stacks', publicKey: '' },
]
const network = { bitcoin: { name: 'Mainnet' } }
const listed = (provider: object) => ({
  btc_providers: [{ id: 'Deep.Wallet', name: 'Sats', icon: 'data:,sats' }],
  Deep: { Wallet: provider },
})

test('sats-connect: is announced by its list, and connects payment first', async () => {
  const wallet = satsConnect({ getAddresses: () => ({ addresses, network }) })
  const { connect } = put('Sats', listed(wallet))
  expect(found.announced).toMatchObject([{ rdns: 'Deep.Wallet', name: 'Sats', icon: 'data:,sats' }])
  expect(await connect()).toEqual({ accounts, chains: [chain] })
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  expect(wallet.calls).toEqual(['getAddresses', 'wallet_getAccount'])
})

test('a wallet that is on another network, and cannot leave it, is not connected', async () => {
  const wallet = satsConnect({ getAddresses: () => ({ addresses, network }) })
  const { connect, ask } = put('Sats', listed(wallet))
  await expect(connect(false, testnet)).rejects.toMatchObject({ code: 4901 })
  await expect(ask('getAccountAddresses')).rejects.toMatchObject({ code: 4100 })
})

test('sats-connect: is asked three times more, 200 ms apart, but not after a refusal', async () => {
  vi.useFakeTimers()
  const failing = satsConnect({ getAddresses: () => fault(-32603) })
  const { connect } = put('Sats', listed(failing))
  const failed = expect(connect()).rejects.toMatchObject({ code: -32603, message: 'no' })
  await vi.advanceTimersByTimeAsync(599)
  expect(failing.calls).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  await failed
  expect(failing.calls).toHaveLength(4)
  found.stop()
  const refusing = satsConnect({ getAddresses: () => fault(-32000) })
  await expect(put('Sats', listed(refusing)).connect()).rejects.toMatchObject({ code: 4001 })
  expect(refusing.calls).toHaveLength(1)
})

test('sats-connect: a wallet that denies access is asked for permission the newer way', async () => {
  const wallet = satsConnect({
    getAddresses: () => fault(-32002),
    wallet_connect: () => ({ addresses, network }),
    wallet_getAccount: () => ({ addresses }),
    wallet_disconnect: () => null,
  })
  const { connect, provider, ask } = put('Sats', listed(wallet))
  expect(await connect()).toMatchObject({ accounts })
  expect(await connect(true)).toEqual({ accounts })
  const events = heard(provider)
  wallet.cbs.accountChange?.()
  await vi.waitFor(() => expect(events).toEqual([['accountsChanged', accounts]]))
  expect(await ask('disconnect')).toBe(null)
  await expect(ask('signMessage', message)).rejects.toMatchObject({ code: 4100 })
})

test('sats-connect: on another network the accounts are of that one, or there are none', async () => {
  let name = 'Mainnet'
  const list = () => ({ addresses, network: { bitcoin: { name } } })
  const wallet = satsConnect({ getAddresses: list, wallet_getAccount: list })
  const { connect, provider } = put('Sats', listed(wallet))
  await connect()
  const events = heard(provider)
  name = 'Testnet'
  wallet.cbs.networkChange?.()
  await vi.waitFor(() =>
    expect(events).toEqual([
      ['chainChanged', testnet],
      ['accountsChanged', accounts],
    ]),
  )
  name = 'Signet'
  wallet.cbs.networkChange?.()
  await vi.waitFor(() => expect(events.slice(2)).toEqual([['accountsChanged', []]]))
  await expect(connect()).rejects.toMatchObject({ code: 4901 })
})

test('sats-connect: signs messages and PSBTs in its own words', async () => {
  const groupBy = vi.spyOn(Object, 'groupBy').mockImplementation(() => {
    throw new TypeError('newer than the browsers that are supported')
  })
  const asked: unknown[] = []
  const wallet = satsConnect({
    getAddresses: () => ({ addresses, network }),
    signMessage: params => {
      asked.push(params)
      return { signature: base64(payment.signMessage(utf8('hello'))), messageHash: 'ef' }
    },
    signPsbt: params => {
      asked.push(params)
      return { psbt: base64(signedPsbt), txid: 'ab' }
    },
  })
  const { connect, ask } = put('Sats', listed(wallet))
  await connect()
  const signed = (await ask('signMessage', { ...message, protocol: 'ecdsa' })) as {
    signature: string
  }
  expect(signed).toMatchObject({ address: payment.address, messageHash: 'ef' })
  expect(isSigned(signed.signature)).toBe(true)
  const params = { account: payment.address, psbt, signInputs, broadcast: true }
  expect(await ask('signPsbt', params)).toEqual({ psbt: base64(signedPsbt), txid: 'ab' })
  expect(asked).toEqual([
    { address: payment.address, message: 'hello', protocol: 'ECDSA' },
    { psbt, signInputs: { [payment.address]: [0], [ordinal.address]: [1] }, broadcast: true },
  ])
  groupBy.mockRestore()
})

test('sats-connect: one that stands in the standard as well is one wallet', () => {
  const provider = satsConnect({})
  const name = 'Twofold'
  registerNext({
    name,
    icon: '',
    chains: [],
    accounts: [],
    features: { 'sats-connect:': { provider } },
  })
  put(name, listed(provider))
  expect(found.announced.filter(one => ['Sats', name].includes(one.name))).toHaveLength(1)
})

test('Leather: speaks hexadecimal, has no silence and cannot be left', async () => {
  const asked: [string, unknown][] = []
  const answers: { [method: string]: unknown } = {
    getAddresses: {
      addresses: [
        { symbol: 'BTC', type: 'p2wpkh', ...accounts[0], derivationPath: "m/84'/0'/0'/0/0" },
        {
          symbol: 'BTC',
          type: 'p2tr',
          address: ordinal.address,
          publicKey: accounts[1]?.publicKey,
        },
        { symbol: 'STX', address: 'SP1', publicKey: '' },
      ].map(one => ({ ...one, type: one.address === payment.address ? 'p2wpkh' : one.type })),
    },
    signMessage: { signature: 'c2ln', address: ordinal.address },
    signPsbt: { hex: hexOf(signedPsbt) },
    sendTransfer: { txid: 'ab' },
  }
  const LeatherProvider = {
    async request(method: string, params: unknown) {
      asked.push([method, params])
      if (!answers[method])
        return Promise.reject({ jsonrpc: '2.0', error: { code: 4001, message: 'User rejected' } })
      return { jsonrpc: '2.0', result: answers[method] }
    },
  }
  const { connect, ask } = put('Leather', { LeatherProvider })
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  expect(await connect()).toEqual({ accounts })
  expect(await ask('getAccountAddresses')).toMatchObject([{ path: "m/84'/0'/0'/0/0" }, {}])
  await ask('signMessage', { account: ordinal.address, message: 'hello' })
  const params = { account: payment.address, psbt, signInputs }
  expect(await ask('signPsbt', params)).toEqual({ psbt: base64(signedPsbt) })
  await ask('sendTransfer', { account: payment.address, recipientAddress: 'bc1q', amount: '5' })
  const network = 'mainnet'
  expect(asked).toEqual([
    ['getAddresses', { network }],
    ['signMessage', { message: 'hello', paymentType: 'p2tr', network }],
    [
      'signPsbt',
      {
        hex: hexOf(utf8('psbt')),
        signAtIndex: [0, 1],
        allowedSighash: [131],
        broadcast: false,
        network,
      },
    ],
    ['sendTransfer', { recipients: [{ address: 'bc1q', amount: '5' }], network }],
  ])
  expect(await ask('disconnect')).toBe(null)
  delete answers.getAddresses
  await expect(connect()).rejects.toMatchObject({ code: 4001 })
})

test('Leather: instances on two chains each have their own address and network', async () => {
  const asked: unknown[] = []
  const LeatherProvider = {
    async request(method: string, params: { network: string }) {
      asked.push([method, params.network])
      const address = params.network === 'mainnet' ? 'bc1q' : 'tb1q'
      const addresses = [{ symbol: 'BTC', type: 'p2wpkh', address }]
      return { result: method === 'getAddresses' ? { addresses } : { txid: 'ab' } }
    },
  }
  const { connect, ask } = put('Leather', { LeatherProvider })
  await connect()
  await connect(false, testnet)
  asked.length = 0
  const transfer = (account: string) => ({ account, recipientAddress: account, amount: '5' })
  await ask('sendTransfer', transfer('bc1q'))
  await ask('sendTransfer', transfer('tb1q'), testnet)
  expect(asked).toEqual([
    ['sendTransfer', 'mainnet'],
    ['sendTransfer', 'testnet'],
  ])
  await expect(ask('sendTransfer', transfer('tb1q'))).rejects.toMatchObject({ code: 4100 })
  expect(await ask('getAccountAddresses')).toMatchObject([{ address: 'bc1q' }])
})

/** A wallet that speaks as UniSat does. */
function unisat() {
  const listeners: { [event: string]: (value: unknown) => void } = {}
  const state = { network: 'livenet', isPermitted: false, calls: [] as unknown[][] }
  const list = () => (state.isPermitted ? [payment.address] : [])
  return {
    state,
    emit: (event: string, value: unknown) => listeners[event]?.(value),
    requestAccounts: async () => {
      state.isPermitted = true
      return list()
    },
    getAccounts: async () => list(),
    getPublicKey: async () => hexOf(payment.publicKey),
    getNetwork: async () => state.network,
    switchNetwork: async (network: string) => {
      state.network = network
    },
    signMessage: async (text: string, ...type: string[]) => {
      state.calls.push(['signMessage', ...type])
      return base64(payment.signMessage(utf8(text)))
    },
    signPsbt: async (...input: unknown[]) => {
      state.calls.push(['signPsbt', ...input])
      return hexOf(signedPsbt)
    },
    pushPsbt: async (hex: string) => `id of ${hex.length}`,
    sendBitcoin: async (to: string, sats: number) => `${to} ${sats}`,
    on: (event: string, listener: (value: unknown) => void) => {
      listeners[event] = listener
    },
    removeListener: (event: string) => void delete listeners[event],
  }
}

test('UniSat: connects, signs and sends', async () => {
  const wallet = unisat()
  const { connect, ask } = put('UniSat', { unisat: wallet })
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  expect(await connect()).toEqual({ accounts: [accounts[0]], chains: [chain, testnet] })
  expect(await connect(true)).toMatchObject({ accounts: [accounts[0]] })
  const signed = (await ask('signMessage', message)) as { signature: string }
  expect(isSigned(signed.signature)).toBe(true)
  await ask('signMessage', { ...message, protocol: 'bip322' })
  const params = { account: payment.address, psbt, signInputs: signInputs.slice(0, 1) }
  expect(await ask('signPsbt', { ...params, broadcast: true })).toEqual({
    psbt: base64(signedPsbt),
    txid: 'id of 12',
  })
  const transfer = { account: payment.address, recipientAddress: 'bc1q', amount: '7' }
  expect(await ask('sendTransfer', transfer)).toEqual({ txid: 'bc1q 7' })
  const toSignInputs = [{ index: 0, address: payment.address }]
  expect(wallet.state.calls).toEqual([
    ['signMessage'],
    ['signMessage', 'bip322-simple'],
    ['signPsbt', hexOf(utf8('psbt')), { autoFinalized: true, toSignInputs }],
  ])
})

test('UniSat: goes to the chain that is wanted, and tells of accounts and chains', async () => {
  const wallet = unisat()
  const { connect, provider } = put('UniSat', { unisat: wallet })
  await connect()
  await expect(connect(true, testnet)).rejects.toMatchObject({ code: 4100 })
  expect(wallet.state.network).toBe('livenet')
  expect(await connect(false, testnet)).toMatchObject({ chains: [chain, testnet] })
  expect(wallet.state.network).toBe('testnet')
  const events = heard(provider)
  wallet.emit('networkChanged', 'livenet')
  wallet.emit('networkChanged', 'fractal')
  wallet.emit('accountsChanged', [])
  await vi.waitFor(() =>
    expect(events).toEqual([
      ['chainChanged', chain],
      ['accountsChanged', []],
    ]),
  )
})

test('the family of UniSat: OKX by connect, and Binance, who stands in for UniSat, only once', async () => {
  const { requestAccounts: _, ...older } = unisat()
  const okxwallet = { bitcoin: { ...older, connect: async () => ({ address: payment.address }) } }
  const binance = { ...unisat(), isBinance: true }
  const onPage = { okxwallet, binancew3w: { bitcoin: binance }, unisat: { ...binance } }
  const { connect } = put('OKX Wallet', onPage)
  expect(await connect()).toMatchObject({ accounts: [accounts[0]] })
  expect(found.announced.map(({ name }) => name)).toEqual(['OKX Wallet', 'Binance Wallet'])
})

test('traps on the window are passed by, and junk is an error', async () => {
  const junk = {
    requestAccounts: async () => [7],
    getPublicKey: () => {
      throw new Error('no')
    },
    getNetwork: async () => ({}),
  }
  const { connect, ask } = put('UniSat', {
    okxwallet: trap(),
    btc_providers: [trap(), 7, { id: 'nowhere.at.all', name: 'Nobody' }],
    unisat: junk,
  })
  expect(found.announced.map(({ name }) => name)).toEqual(['UniSat'])
  expect(await connect()).toEqual({ accounts: [] })
  await expect(ask('getAccountAddresses')).rejects.toMatchObject({ code: 4100 })
  junk.requestAccounts = async () => [payment.address] as unknown as number[]
  expect(await connect()).toEqual({ accounts: [{ address: payment.address, type: 'payment' }] })
  await expect(ask('signMessage', message)).rejects.toMatchObject({ code: 4200 })
})
