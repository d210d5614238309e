import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../gallery/src/mount.tsx'
import { states } from './Connect/Connect.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const rows = () => [...place.root.querySelectorAll<HTMLElement>('[data-wallet]')]
const busy = () => rows().filter(row => row.ariaBusy === 'true')
const said = () => place.root.querySelector('.Wallets > [role="status"]')?.textContent

test('a choice that waits shows on its row, is said, and gives way to another', async () => {
  place = mountState(states.all)
  const [first, second] = rows() as [HTMLElement, HTMLElement]
  const { wallet } = states.all.catalog.rows[1] ?? {}
  expect([busy(), said()]).toEqual([[], ''])
  first.click()
  await expect.poll(busy).toEqual([first])
  expect(first.querySelector('.Spinner')).not.toBeNull()
  second.click()
  await expect.poll(busy).toEqual([second])
  expect(said()).toBe(`Waiting for ${wallet?.name}`)
  expect(place.sent.at(-1)).toEqual({ type: 'connect', wallet: wallet?.id, isDouble: false })
})

test('a choice waits no more once another says that it is that wallet, until one of both is chosen', async () => {
  place = mountState(states.one)
  rows()[1]?.click()
  await expect.poll(said).toBe('Waiting for Harbor')
  place.publish({ catalog: states.doubles.catalog })
  await expect.poll(said).toBe('')
  expect(busy()).toEqual([])
  rows()[1]?.click()
  await expect.poll(busy).toEqual([rows()[1]])
})

test('what leads to a phone says so as the pointer or the focus comes to it, and nothing else does', async () => {
  place = mountState(states.all)
  const elsewhere = ({ kind, wallet }: (typeof states.all.catalog.rows)[number]) =>
    kind === 'walletConnect' || wallet.isReached
  for (const row of rows()) row.focus()
  const ids = states.all.catalog.rows.filter(elsewhere).map(({ wallet }) => wallet.id)
  expect(ids).toContain('walletConnect')
  expect(ids.length).toBeLessThan(rows().length)
  const near = ids.map(wallet => ({ type: 'pointAt', wallet }))
  expect(place.sent).toEqual(near)
  await page.getByRole('button', { name: /^WalletConnect/ }).hover()
  expect(place.sent).toEqual([...near, { type: 'pointAt', wallet: 'walletConnect' }])
})

test('where the visitor saves data, nothing is loaded before a choice', async () => {
  const connection = Object.defineProperty({}, 'saveData', { value: true })
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  place = mountState(states.all)
  for (const row of rows()) row.focus()
  Reflect.deleteProperty(navigator, 'connection')
  expect(place.sent).toEqual([])
})
