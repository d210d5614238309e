import { ed25519 } from '@noble/curves/ed25519'
import { afterEach, expect, test } from 'vitest'
import { joined, polkadotKey, utf8 } from '../../../demo/src/wallet/namespaces/keys'
import { polkadotExtension } from '../../../demo/src/wallet/namespaces/polkadot'
import { type Discovered, discovered, heard, person, talkTo, trap } from '../../test/adapters'
import { fromHex } from './bytes'
import { discover } from './polkadot'

const chain = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const key = polkadotKey('polkadot')
const account = { address: key.address, type: 'eoa' }
const page = window as { injectedWeb3?: unknown; walletExtension?: unknown }
let found: Discovered

function put(injectedWeb3: unknown, name = 'dev') {
  page.injectedWeb3 = injectedWeb3
  found = discovered(discover)
  return talkTo(found.provider(name), chain)
}

function putDev() {
  const who = person()
  return { ...who, ...put({ dev: polkadotExtension(who.parts) }) }
}

/** An extension that answers with these accounts, and signs with `signer`. */
const extension = (accounts: unknown, signer?: object) => ({
  enable: async () => ({ accounts: { get: async () => accounts }, signer }),
})

afterEach(() => {
  found.stop()
  delete page.injectedWeb3
  delete page.walletExtension
  localStorage.clear()
})

test('extensions are announced by their keys, with the names that people know', () => {
  const { injected } = { injected: extension([]) }
  put({ talisman: injected, 'polkadot-js': extension([]), other: extension([]) }, 'other')
  const named = found.announced.map(({ rdns, name }) => [rdns, name])
  expect(named).toEqual([
    ['talisman', 'Talisman'],
    ['polkadot-js', 'Polkadot.js'],
    ['other', 'other'],
  ])
  found.stop()
  page.walletExtension = { isNovaWallet: true }
  put({ 'polkadot-js': extension([]) }, 'Nova Wallet')
})

test('connects, and signs a message so that it can be no transaction', async () => {
  const { connect, ask, asked, state } = putDev()
  const params = { address: key.address, message: 'hello' }
  await expect(ask('polkadot_signMessage', params)).rejects.toMatchObject({ code: 4100 })
  expect(await connect()).toEqual({ accounts: [account] })
  const { signature } = (await ask('polkadot_signMessage', params)) as { signature: string }
  const wrapped = joined(utf8('<Bytes>'), utf8('hello'), utf8('</Bytes>'))
  expect(ed25519.verify(fromHex(signature.slice(4)), wrapped, key.publicKey)).toBe(true)
  expect(asked).toEqual(['enable', 'signRaw'])
  const other = { ...params, address: '1' }
  await expect(ask('polkadot_signMessage', other)).rejects.toMatchObject({ code: 4100 })
  await expect(ask('polkadot_signMessage', { address: key.address })).rejects.toMatchObject({
    code: -32602,
  })
  state.approves = false
  await expect(ask('polkadot_signMessage', params)).rejects.toMatchObject({
    code: -32603,
    message: 'Cancelled',
  })
})

test('is silent once it was permitted, until it disconnects', async () => {
  const { connect, ask, asked } = putDev()
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  await connect()
  expect(await connect(true)).toEqual({ accounts: [account] })
  expect(await ask('disconnect')).toBe(null)
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  expect(asked).toEqual(['enable'])
})

test('a refusal for which extensions have no code is told in their words', async () => {
  const { connect, state } = putDev()
  state.approves = false
  await expect(connect()).rejects.toMatchObject({ code: -32603, message: 'Cancelled' })
})

test('tells of changed accounts, and not of what is known', async () => {
  const { connect, provider, parts } = putDev()
  await connect()
  const events = heard(provider)
  expect(events).toEqual([])
  parts.permission.take()
  parts.permission.give()
  expect(events).toEqual([
    ['accountsChanged', []],
    ['accountsChanged', [account]],
  ])
})

test('accounts of other chains and in Ethereum’s format are not for this one', async () => {
  const here = `0x${chain.split(':')[1]}0000`
  const { connect } = put({
    dev: extension([
      { address: 'a', genesisHash: here },
      { address: 'b', genesisHash: `0x${'ab'.repeat(32)}` },
      { address: '0xc', type: 'ethereum' },
      { address: 'd', genesisHash: null },
    ]),
  })
  expect(await connect()).toEqual({
    accounts: [
      { address: 'a', type: 'eoa', chain },
      { address: 'd', type: 'eoa' },
    ],
  })
})

test('instances on two chains each have their own accounts, whichever connected last', async () => {
  const other = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
  const genesis = (of: string) => `0x${of.split(':')[1]}0000`
  const signer = { signRaw: async () => ({ signature: '0x01' }) }
  const bound = [
    { address: 'a', genesisHash: genesis(chain) },
    { address: 'b', genesisHash: genesis(other) },
  ]
  const { connect, ask } = put({ dev: extension(bound, signer) })
  expect(await connect()).toMatchObject({ accounts: [{ address: 'a' }] })
  expect(await connect(false, other)).toMatchObject({ accounts: [{ address: 'b' }] })
  const sign = (address: string, on: string) =>
    ask('polkadot_signMessage', { address, message: 'hello' }, on)
  expect(await sign('a', chain)).toEqual({ signature: '0x01' })
  expect(await sign('b', other)).toEqual({ signature: '0x01' })
  await expect(sign('b', chain)).rejects.toMatchObject({ code: 4100 })
})

test('a chain that has no account of it, looked at in silence, leaves the others', async () => {
  const here = `0x${chain.split(':')[1]}0000`
  const signer = { signRaw: async () => ({ signature: '0x01' }) }
  const { connect, ask } = put({ dev: extension([{ address: 'a', genesisHash: here }], signer) })
  await connect()
  await expect(connect(true, 'polkadot:b0a8d493285c2df73290dfb7e61f870f')).rejects.toMatchObject({
    code: 4100,
  })
  const params = { address: 'a', message: 'hello' }
  expect(await ask('polkadot_signMessage', params)).toEqual({ signature: '0x01' })
})

test('signs a transaction’s payload as the account', async () => {
  const payloads: unknown[] = []
  const signer = {
    async signPayload(payload: unknown) {
      payloads.push(payload)
      return { id: 1, signature: '0x01', signedTransaction: '0x02' }
    },
  }
  const { connect, ask } = put({ dev: extension([{ address: key.address }], signer) })
  await connect()
  const transactionPayload = { method: '0x00', nonce: '0x0' }
  const params = { address: key.address, transactionPayload }
  expect(await ask('polkadot_signTransaction', params)).toEqual({
    signature: '0x01',
    signedTransaction: '0x02',
  })
  expect(payloads).toEqual([{ ...transactionPayload, address: key.address }])
})

test('traps and junk: nothing throws, and what cannot be used is not announced', async () => {
  const hostile = { a: trap(), b: 7, c: { enable: 'no' }, dev: extension('accounts') }
  const { connect, ask, provider } = put(hostile)
  expect(found.announced.map(({ name }) => name)).toEqual(['dev'])
  expect(await connect()).toEqual({ accounts: [] })
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  expect(heard(provider)).toEqual([])
  const { connect: connectTrap } = put({
    dev: { enable: async () => ({ accounts: { get: async () => [trap(), null, 7] } }) },
  })
  expect(await connectTrap()).toEqual({ accounts: [] })
  await expect(ask('polkadot_signMessage', { address: 'a' })).rejects.toMatchObject({})
  page.injectedWeb3 = trap()
  expect(discovered(discover).announced).toEqual([])
})
