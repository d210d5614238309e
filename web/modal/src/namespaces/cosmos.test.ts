import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { afterEach, expect, test, vi } from 'vitest'
import { directBytes, keplr, sorted } from '../../../demo/src/wallet/namespaces/cosmos'
import { cosmosKey, hexOf, utf8 } from '../../../demo/src/wallet/namespaces/keys'
import { type Discovered, discovered, heard, person, talkTo, trap } from '../../test/adapters'
import { base64, fromBase64 } from './bytes'
import { discover } from './cosmos'

const chain = 'cosmos:cosmoshub-4'
const key = cosmosKey('cosmos')
const account = { address: key.address, type: 'eoa', chain, publicKey: base64(key.publicKey) }
const page = window as { keplr?: unknown; leap?: unknown; cosmostation?: unknown }
let found: Discovered

function put(name: string, onPage: typeof page) {
  Object.assign(page, onPage)
  found = discovered(discover)
  return talkTo(found.provider(name), chain)
}

function putDev() {
  const who = person()
  return { ...who, ...put('Keplr', { keplr: keplr(who.parts) }) }
}

const isSigned = (signature: string, message: Uint8Array) =>
  secp256k1.verify(fromBase64(signature), sha256(message), key.publicKey)

afterEach(() => {
  found.stop()
  delete page.keplr
  delete page.leap
  delete page.cosmostation
  localStorage.clear()
})

test('wallets that stand in for Keplr are themselves, once', () => {
  const { parts } = person()
  const leap = keplr(parts)
  const stations = { keplr: keplr(parts) }
  put('Leap', { leap, keplr: leap, cosmostation: { providers: stations } })
  expect(found.announced.map(({ name, rdns }) => [name, rdns])).toEqual([
    ['Leap', 'io.leapwallet.LeapWallet'],
    ['Cosmostation', 'io.cosmostation'],
  ])
})

test('connects with the key of the chain', async () => {
  const { connect, ask, asked } = putDev()
  await expect(ask('cosmos_getAccounts')).rejects.toMatchObject({ code: 4100 })
  expect(await connect()).toEqual({ accounts: [account] })
  expect(asked).toEqual(['enable'])
  expect(await ask('cosmos_getAccounts')).toEqual([
    { address: key.address, algo: 'secp256k1', pubkey: account.publicKey },
  ])
})

test('a refusal for which Keplr has no code is told in its words', async () => {
  const { connect, state } = putDev()
  state.approves = false
  await expect(connect()).rejects.toMatchObject({ code: -32603, message: 'Request rejected' })
})

type Signed = { signature: { signature: string }; signed: { [field: string]: string } }

test.each(['base64', 'hexadecimal'])('signs a document directly, its bytes in %s', async way => {
  const { connect, ask } = putDev()
  await connect()
  const [bodyBytes, authInfoBytes] = [Uint8Array.of(1, 250, 3), new Uint8Array(150).fill(9)]
  const write = way === 'base64' ? base64 : hexOf
  const signDoc = {
    chainId: 'cosmoshub-4',
    accountNumber: '300',
    bodyBytes: write(bodyBytes),
    authInfoBytes: write(authInfoBytes),
  }
  const params = { signerAddress: key.address, signDoc }
  const { signature, signed } = (await ask('cosmos_signDirect', params)) as Signed
  const doc = { chainId: 'cosmoshub-4', accountNumber: '300', bodyBytes, authInfoBytes }
  expect(isSigned(signature.signature, directBytes(doc))).toBe(true)
  expect(signed).toEqual({
    chainId: 'cosmoshub-4',
    accountNumber: '300',
    bodyBytes: base64(bodyBytes),
    authInfoBytes: base64(authInfoBytes),
  })
})

test('signs a document in Amino', async () => {
  const { connect, ask, state } = putDev()
  await connect()
  const signDoc = { chain_id: 'cosmoshub-4', account_number: '1', msgs: [], memo: '' }
  const params = { signerAddress: key.address, signDoc }
  const { signature, signed } = (await ask('cosmos_signAmino', params)) as Signed
  expect(isSigned(signature.signature, utf8(JSON.stringify(sorted(signDoc))))).toBe(true)
  expect(signed).toEqual(signDoc)
  const other = { ...params, signerAddress: 'cosmos1' }
  await expect(ask('cosmos_signAmino', other)).rejects.toMatchObject({ code: 4100 })
  const empty = { signerAddress: key.address }
  await expect(ask('cosmos_signAmino', empty)).rejects.toMatchObject({ code: -32602 })
  state.approves = false
  await expect(ask('cosmos_signAmino', params)).rejects.toMatchObject({ code: -32603 })
})

test('tells of the account when the wallet has another key, and when it has none', async () => {
  const { connect, provider, ask, parts } = putDev()
  await connect()
  const events = heard(provider)
  dispatchEvent(new Event('leap_keystorechange'))
  dispatchEvent(new Event('keplr_keystorechange'))
  await vi.waitFor(() => expect(events).toEqual([['accountsChanged', [account]]]))
  parts.permission.take()
  dispatchEvent(new Event('keplr_keystorechange'))
  await vi.waitFor(() => expect(events.at(-1)).toEqual(['accountsChanged', []]))
  await expect(ask('cosmos_getAccounts')).rejects.toMatchObject({ code: 4100 })
})

test('instances on two chains each have their own account, whichever connected last', async () => {
  const osmosis = 'cosmos:osmosis-1'
  const address = (chain: string) => (chain === 'osmosis-1' ? 'osmo1a' : 'cosmos1a')
  const signAmino = vi.fn(async () => ({ signature: {}, signed: {} }))
  const disable = vi.fn(async () => {})
  const getKey = async (chain: string) => ({ bech32Address: address(chain) })
  const { connect, provider, ask } = put('Keplr', {
    keplr: { enable: async () => {}, getKey, signAmino, disable },
  })
  await connect()
  await connect(false, osmosis)
  const events = heard(provider)
  const params = { signerAddress: 'cosmos1a', signDoc: {} }
  await ask('cosmos_signAmino', params, chain)
  await expect(ask('cosmos_signAmino', params, osmosis)).rejects.toMatchObject({ code: 4100 })
  expect(signAmino.mock.calls).toEqual([['cosmoshub-4', 'cosmos1a', {}]])
  dispatchEvent(new Event('keplr_keystorechange'))
  const hub = { address: 'cosmos1a', type: 'eoa', chain }
  const other = { address: 'osmo1a', type: 'eoa', chain: osmosis }
  await vi.waitFor(() => expect(events).toEqual([['accountsChanged', [hub, other]]]))
  await ask('disconnect')
  expect(disable.mock.calls).toEqual([['cosmoshub-4'], ['osmosis-1']])
})

test('is silent on chains that were permitted, until it disconnects', async () => {
  const { connect, ask, state, asked } = putDev()
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  await connect()
  expect(await connect(true)).toEqual({ accounts: [account] })
  await expect(connect(true, 'cosmos:osmosis-1')).rejects.toMatchObject({ code: 4100 })
  expect(await ask('disconnect')).toBe(null)
  expect(state.isGiven).toBe(false)
  await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  expect(asked).toEqual(['enable'])
})

test('stores what was permitted like every item, and warns of one that is broken or newer', async () => {
  const { connect } = putDev()
  await connect()
  const item = '@latchkit:permitted'
  const stored = '{"v":1,"value":["cosmos:app.keplr cosmoshub-4"]}'
  expect(localStorage.getItem(item)).toBe(stored)
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  for (const other of ['cosmos:app.keplr cosmoshub-4', stored.replace('1', '2'), '{"v":1}']) {
    localStorage.setItem(item, other)
    await expect(connect(true)).rejects.toMatchObject({ code: 4100 })
  }
  expect(warned).toHaveBeenCalledExactlyOnceWith(
    '[latchkit] The stored item @latchkit:permitted is broken or newer than this version; ignored.',
  )
  warned.mockRestore()
  await connect()
  expect(localStorage.getItem(item)).toBe(stored)
})

test('traps and junk: nothing throws, and what cannot be used is not announced', async () => {
  const junk = { enable: async () => {}, getKey: async () => ({ bech32Address: 7 }) }
  const { connect } = put('Keplr', { keplr: junk, leap: trap(), cosmostation: trap() })
  expect(found.announced).toHaveLength(1)
  await expect(connect()).rejects.toMatchObject({ code: -32603 })
  const odd = { enable: () => undefined, getKey: () => ({ bech32Address: 'c', pubKey: 'junk' }) }
  found.stop()
  const { connect: connectOdd } = put('Keplr', { keplr: odd })
  expect(await connectOdd()).toEqual({ accounts: [{ address: 'c', type: 'eoa', chain }] })
})
