import { act, type ReactNode, StrictMode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, address, fakeInstance, options, store } from '../../test/fakes'
import { configOf } from '../engine/config'
import { getLatchkit } from '../entry/main'
import { readOptions } from '../entry/options'
import {
  LatchkitProvider,
  useDisconnect,
  useLatchkit,
  useLatchkitAccount,
  useLatchkitEvents,
  useLatchkitNetwork,
  useLatchkitProvider,
  useLatchkitState,
  useLatchkitTheme,
  useWalletInfo,
} from './react'

let root: Root | undefined
let container: HTMLElement

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  getLatchkit()?.destroy()
  localStorage.clear()
  vi.restoreAllMocks()
})

const render = (node: ReactNode) =>
  act(() => {
    root = createRoot(container)
    root.render(node)
  })

function Account() {
  const { status, address: shown } = useLatchkitAccount()
  const { chainId } = useLatchkitNetwork()
  return <p>{`${status} ${shown ?? 'nobody'} ${chainId ?? 'nowhere'}`}</p>
}

function Theme() {
  return <p>{useLatchkitTheme().themeMode ?? 'system'}</p>
}

/** Asks with one hook, always the same in one tree. */
function Asking({ useHook }: { useHook: () => unknown }) {
  useHook()
  return null
}

const hooks: [string, () => unknown][] = [
  ['useLatchkit', useLatchkit],
  ['useLatchkitAccount', useLatchkitAccount],
  ['useLatchkitNetwork', useLatchkitNetwork],
  ['useLatchkitProvider', useLatchkitProvider],
  ['useLatchkitState', useLatchkitState],
  ['useLatchkitEvents', useLatchkitEvents],
  ['useLatchkitTheme', useLatchkitTheme],
  ['useWalletInfo', useWalletInfo],
  ['useDisconnect', useDisconnect],
]

test.for(hooks)('%s without a modal names itself', ([name, useHook]) => {
  const asking = <Asking useHook={useHook} />
  expect(() => renderToString(asking)).toThrow(`${name} found no modal: call createLatchkit()`)
})

test('shows the account and follows it', async () => {
  const { engine, instance, load } = fakeInstance()
  await load()
  render(
    <LatchkitProvider latchkit={instance}>
      <Account />
    </LatchkitProvider>,
  )
  expect(container.textContent).toBe('disconnected nobody 1')
  act(() => engine.publish('accounts', { eip155: account({ chain: 'eip155:31337' }) }))
  expect(container.textContent).toBe(`connected ${address} 31337`)
  instance.destroy()
})

test('the server and the hydration see nobody, then the stored account is connecting', async () => {
  store()
  const { instance } = fakeInstance()
  const app = (
    <LatchkitProvider latchkit={instance}>
      <Account />
    </LatchkitProvider>
  )
  container.innerHTML = renderToString(app)
  expect(container.textContent).toBe('disconnected nobody nowhere')
  const complaint = vi.fn()
  await act(async () => {
    root = hydrateRoot(container, app, { onRecoverableError: complaint })
  })
  expect(complaint).not.toHaveBeenCalled()
  expect(container.textContent).toBe(`connecting ${address} 1`)
  instance.destroy()
})

test('that a stored connection is coming back is told apart from a first one', async () => {
  store()
  const { engine, instance, load } = fakeInstance()
  const told = () => [instance.getAccount().isConnected, instance.getAccount().isReconnecting]
  expect(told()).toEqual([false, true])
  await load()
  act(() => engine.publish('accounts', { eip155: account({ balanceAtMs: '1700000000000' }) }))
  expect(told()).toEqual([true, false])
  expect(instance.getAccount('eip155').balanceAtMs).toBe(1_700_000_000_000)
  const { address: _, ...asking } = account({ status: 'connecting' })
  act(() => engine.publish('accounts', { eip155: asking }))
  expect(told()).toEqual([false, false])
  instance.destroy()
})

test('options follow their prop, and what is no longer named is as if it never was', () => {
  const told = vi.spyOn(console, 'error')
  const provider = (more: object, key = 'one') => (
    <LatchkitProvider key={key} options={options(more)}>
      <Theme />
    </LatchkitProvider>
  )
  render(provider({}))
  expect(container.textContent).toBe('system')
  act(() => root?.render(provider({ themeMode: 'dark' })))
  expect(container.textContent).toBe('dark')
  act(() => root?.render(provider({})))
  expect(container.textContent).toBe('system')
  act(() => root?.render(provider({ themeMode: 'light' }, 'other')))
  expect(container.textContent).toBe('light')
  expect(getLatchkit()?.getThemeMode()).toBe('light')
  expect(told).not.toHaveBeenCalled()
})

test('the server is told that the page is made with React', () => {
  expect(configOf(readOptions(options())).sdkVersion).toMatch(/^react-universal-/)
})

test('with options it makes the modal, once, in StrictMode too', () => {
  render(
    <StrictMode>
      <LatchkitProvider options={options()}>
        <Account />
      </LatchkitProvider>
    </StrictMode>,
  )
  expect(container.textContent).toBe('disconnected nobody 1')
  const made = getLatchkit()
  expect(made).toBeDefined()
  act(() => root?.render(<Account />))
  expect(getLatchkit()).toBe(made)
})
