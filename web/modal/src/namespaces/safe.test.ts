import { afterEach, expect, test, vi } from 'vitest'
import { discovered } from '../../test/adapters'
import { safeOrigin } from '../engine/safeOrigin'
import { discoverIn } from './safe'
import { safeApp } from './safe/SafeApp'

const origin = 'https://app.safe.global'
const safeAddress = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
type Request = { id: string; method: string; params: { [name: string]: unknown } }

const post = (data: unknown, from = origin, source: unknown = parent) =>
  dispatchEvent(new MessageEvent('message', { data, origin: from, source: source as Window }))

/** Safe's app, in the place of the window that the page is in. */
function app(answers: { [method: string]: (params: Request['params']) => unknown }) {
  const asked: { request: Request; target: string }[] = []
  vi.spyOn(parent, 'postMessage').mockImplementation(((request: Request, target: string) => {
    asked.push({ request, target })
    const { id, method, params } = request
    queueMicrotask(() => {
      try {
        post({ id, success: true, version: '9.1.0', data: answers[method]?.(params) })
      } catch (error) {
        post({ id, success: false, version: '9.1.0', error: (error as Error).message })
      }
    })
  }) as typeof parent.postMessage)
  return asked
}

afterEach(() => void vi.restoreAllMocks())

test('only the Safe app is asked: by exact origin, from inside it', () => {
  const inside = (ancestor: string | undefined, referrer = '') =>
    safeOrigin({
      parent: {},
      location: { ancestorOrigins: ancestor === undefined ? undefined : [ancestor] },
      document: { referrer },
    } as unknown as Window)
  expect(inside(origin)).toBe(origin)
  expect(inside('https://app.safe.global.evil.example')).toBeUndefined()
  expect(inside('http://app.safe.global')).toBeUndefined()
  expect(inside(undefined, `${origin}/apps/open?safe=1`)).toBe(origin)
  expect(inside(undefined, 'https://evil.example/?https://app.safe.global')).toBeUndefined()
  expect(inside(undefined)).toBeUndefined()
  expect(inside(undefined, 'about:srcdoc')).toBeUndefined()
  const alone = { location: {}, document: { referrer: origin } } as { parent?: unknown }
  alone.parent = alone
  expect(safeOrigin(alone as unknown as Window)).toBeUndefined()
})

test('the Safe app is known without URL.parse, which Firefox has from 126 on', () => {
  const parse = vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function')
  })
  const page = { parent: {}, location: {}, document: { referrer: `${origin}/` } }
  expect(safeOrigin(page as unknown as Window)).toBe(origin)
  expect(parse).not.toHaveBeenCalled()
})

test('answers from another origin or window, or to another question, are not heard', async () => {
  const asked: Request[] = []
  vi.spyOn(parent, 'postMessage').mockImplementation(((request: Request) => {
    asked.push(request)
  }) as typeof parent.postMessage)
  const answer = safeApp(parent, origin).ask('getSafeInfo')
  const id = asked[0]?.id
  const settled = vi.fn()
  answer.then(settled, settled)
  const data = { id, success: true, data: 'stolen' }
  post(data, 'https://evil.example')
  post(data, `${origin}.evil.example`)
  post(data, origin, window)
  post({ ...data, id: 'other' })
  post(null)
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  post({ id, success: true, data: 'real' })
  expect(await answer).toBe('real')
})

/** The Safe on the page, announced. */
async function put(answers: Parameters<typeof app>[0] = {}) {
  const asked = app({ getSafeInfo: () => ({ safeAddress, chainId: 100 }), ...answers })
  const found = discovered(discoverIn(origin))
  await vi.waitFor(() => expect(found.announced).toHaveLength(1))
  const provider = found.provider('Safe{Wallet}')
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { asked, found, ask }
}

test('the Safe is a wallet of eip155, with its account and its network', async () => {
  const { asked, found, ask } = await put()
  expect(found.announced).toMatchObject([{ rdns: 'safe' }])
  expect(found.announced[0]).not.toHaveProperty('namespace')
  expect(asked).toMatchObject([{ request: { env: { sdkVersion: '9.1.0' } }, target: origin }])
  expect(await ask('eth_requestAccounts')).toEqual([safeAddress])
  expect(await ask('eth_chainId')).toBe('0x64')
  expect(await ask('net_version')).toBe('100')
  expect(await ask('wallet_requestPermissions', { eth_accounts: {} })).toMatchObject([
    { parentCapability: 'eth_accounts' },
  ])
  expect(await ask('wallet_switchEthereumChain', { chainId: '0x64' })).toBe(null)
  await expect(ask('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({
    code: 4200,
  })
  await expect(ask('eth_sign', safeAddress, '0x')).rejects.toMatchObject({ code: 4200 })
})

test('signs and sends by the Safe app, and finds what became of it', async () => {
  const rpc = vi.fn((params: Request['params']) =>
    params.call === 'eth_getTransactionReceipt'
      ? { status: '0x1', transactionHash: '0xreal' }
      : '0x1',
  )
  const { asked, ask } = await put({
    rpcCall: rpc,
    signMessage: ({ message }) => ({ signature: `${message}signed` }),
    signTypedMessage: () => ({ safeTxHash: '0x' }),
    sendTransactions: () => ({ safeTxHash: '0xsafe' }),
    getTxBySafeTxHash: () => ({ txHash: '0xreal' }),
  })
  expect(await ask('personal_sign', '0x68', safeAddress.toLowerCase())).toBe('0x68signed')
  await expect(ask('personal_sign', '0x68', '0x1')).rejects.toMatchObject({ code: 4100 })
  expect(await ask('eth_signTypedData_v4', safeAddress, '{}')).toBe('0x')
  await expect(ask('eth_signTypedData_v4', safeAddress, '{')).rejects.toMatchObject({
    code: -32602,
  })
  expect(await ask('eth_sendTransaction', { to: '0x2', value: '0xa', gas: '0x10' })).toBe('0xsafe')
  const txs = [{ to: '0x2', value: '10', data: '0x' }]
  const sent = asked.find(({ request }) => request.method === 'sendTransactions')
  expect(sent?.request.params).toEqual({ txs, params: { safeTxGas: 16 } })
  expect(await ask('eth_getTransactionReceipt', '0xsafe')).toEqual({
    status: '0x1',
    transactionHash: '0xsafe',
  })
  expect(rpc).toHaveBeenLastCalledWith({ call: 'eth_getTransactionReceipt', params: ['0xreal'] })
  expect(await ask('eth_blockNumber')).toBe('0x1')
})

test('a refusal in the Safe app is told in its words; an app that is no Safe announces nothing', async () => {
  const { ask } = await put({
    sendTransactions: () => {
      throw new Error('Transaction was rejected')
    },
  })
  await expect(ask('eth_sendTransaction', { to: '0x2' })).rejects.toMatchObject({
    code: -32603,
    message: 'Transaction was rejected',
  })
  vi.restoreAllMocks()
  app({ getSafeInfo: () => ({ safeAddress: 7 }) })
  const found = discovered(discoverIn(origin))
  await new Promise(resolve => setTimeout(resolve, 10))
  expect(found.announced).toEqual([])
})
