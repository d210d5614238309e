import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { account, fakeInstance } from '../../test/fakes'
import {
  LatchkitProvider,
  useDisconnect,
  useLatchkitAccount,
  useLatchkitEvents,
  useLatchkitTheme,
  useWalletInfo,
} from './react'

let root: Root
let container: HTMLElement

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(() => act(() => root.unmount()))

const render = (node: ReactNode) =>
  act(() => {
    root = createRoot(container)
    root.render(node)
  })

function Wallets() {
  const { walletInfo } = useWalletInfo()
  const { walletInfo: other } = useWalletInfo({ namespace: 'solana' })
  const { status } = useLatchkitAccount({ namespace: 'solana' })
  return <p>{`${walletInfo?.name ?? 'none'} ${other?.name ?? 'none'} ${status}`}</p>
}

const Event = () => useLatchkitEvents()?.data.event

function Theme() {
  const { themeMode, themeVariables, setThemeMode, setThemeVariables } = useLatchkitTheme()
  const change = () => {
    setThemeMode('light')
    setThemeVariables({ '--lk-hue': 30 })
  }
  return (
    <button type="button" onClick={change}>
      {`${themeMode} ${JSON.stringify(themeVariables)}`}
    </button>
  )
}

function Leave({ left }: { left: (all: Promise<unknown>) => void }) {
  const { disconnect } = useDisconnect()
  const leave = () => left(Promise.all([disconnect({ namespace: 'solana' }), disconnect()]))
  return (
    <button type="button" onClick={leave}>
      leave
    </button>
  )
}

test('the wallet of a namespace', async () => {
  const { engine, instance, load } = fakeInstance()
  await load()
  render(
    <LatchkitProvider latchkit={instance}>
      <Wallets />
    </LatchkitProvider>,
  )
  expect(container.textContent).toBe('none none disconnected')
  act(() => engine.publish('accounts', { eip155: account() }))
  expect(container.textContent).toBe('Test none disconnected')
  const carrier = { type: 'page', handle: 2 } as const
  const connectedWalletInfo = { identifier: 'b', name: 'B', carrier }
  act(() =>
    engine.publish('accounts', { eip155: account(), solana: account({ connectedWalletInfo }) }),
  )
  expect(container.textContent).toBe('Test B connected')
  instance.destroy()
})

test('what was counted last', async () => {
  const { engine, instance, load } = fakeInstance()
  await load()
  const app = (
    <LatchkitProvider latchkit={instance}>
      <Event />
    </LatchkitProvider>
  )
  expect(renderToString(app)).toBe('')
  render(app)
  expect(container.textContent).toBe('MODAL_CREATED')
  const data = { type: 'track', event: 'MODAL_OPEN' } as const
  act(() => engine.publish('event', { timestamp: 1, data }))
  expect(container.textContent).toBe('MODAL_OPEN')
  instance.destroy()
})

test('the theme follows, and is changed', () => {
  const { instance } = fakeInstance({ themeMode: 'dark' })
  render(
    <LatchkitProvider latchkit={instance}>
      <Theme />
    </LatchkitProvider>,
  )
  expect(container.textContent).toBe('dark {}')
  act(() => container.querySelector('button')?.click())
  expect(container.textContent).toBe('light {"--lk-hue":30}')
  instance.destroy()
})

test('disconnects one namespace, or all', async () => {
  const { engine, instance, load } = fakeInstance()
  await load()
  const asked: Promise<unknown>[] = []
  render(
    <LatchkitProvider latchkit={instance}>
      <Leave left={all => asked.push(all)} />
    </LatchkitProvider>,
  )
  act(() => container.querySelector('button')?.click())
  await Promise.all(asked)
  expect(engine.sent).toEqual([{ type: 'disconnect', namespace: 'solana' }, { type: 'disconnect' }])
  instance.destroy()
})
