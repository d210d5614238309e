import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { finishMotion } from '../../../../gallery/src/finishMotion.ts'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './WalletReceive.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const { address } = states.code.accounts.eip155

test('the address is there as a code and whole, in letters', async () => {
  place = mountState(states.code)
  const code = page.getByRole('img', { name: 'Code of the address 0xf39F…2266' })
  await expect.element(code).toBeVisible()
  const shown = place.root.querySelector<HTMLElement>('.address')
  expect(shown?.textContent).toBe(address)
  expect(shown?.offsetHeight, 'in two lines').toBe(40)
  getSelection()?.selectAllChildren(shown as Node)
  expect(getSelection()?.toString(), 'and copied as one').toBe(address)
  expect(place.root.querySelector<HTMLElement>('.QrCode')?.offsetWidth).toBe(232)
})

test('a name stands over it', async () => {
  place = mountState(states.named)
  await expect.element(page.getByText('harbour.eth')).toBeVisible()
})

test('copying it is said on the button, and lies over nothing', async () => {
  place = mountState(states.code)
  await page.getByRole('button', { name: 'Copy address' }).click()
  expect(place.sent).toEqual([{ type: 'copyAddress' }])
  place.publish({ toast: states.copied.toast })
  await expect.element(page.getByRole('button', { name: 'Address copied' })).toBeVisible()
  expect(place.root.querySelector('.Toast')).toBeNull()
})

test('where it was not, that is said over the button', () => {
  place = mountState(states.copyFailed)
  const alert = place.root.querySelector('.foot [role="alert"]')
  expect(alert?.textContent).toContain('The browser did not allow copying')
})

test('the networks where it is good are one step away', async () => {
  place = mountState(states.code)
  expect(place.root.querySelectorAll('.CoinStack > .Picture').length).toBe(2)
  await page.getByRole('button', { name: /^Receive only on .* and .*1.* more$/ }).click()
  expect(place.sent).toEqual([{ type: 'show', view: 'WalletCompatibleNetworks' }])
})

test('the network in use is named first', () => {
  const { networks } = states.code
  const served = networks.list.filter(it => it.namespace === 'eip155')
  const last = served.at(-1)
  place = mountState({ ...states.code, networks: { ...networks, active: last?.id } })
  const told = place.root.querySelector('.only')?.textContent
  expect(told).toMatch(new RegExp(`^Receive only on \\W?${last?.name}`))
})

test('until the code is there its place is', async () => {
  place = mountState({ ...states.code, receive: {} })
  expect(place.root.querySelector<HTMLElement>('.QrCode.faint')?.offsetWidth).toBe(232)
  await expect.element(page.getByText('Making the code')).toBeInTheDocument()
})

test('in a low window the code is smaller, and shows whole', async () => {
  await page.viewport(1280, 480)
  place = mountState(states.code)
  await finishMotion(place.root)
  const [code, body] = ['.QrCode', '.body'].map(name =>
    (place.root.querySelector(name) as HTMLElement).getBoundingClientRect(),
  )
  expect(code?.width).toBe(160)
  expect(code?.bottom).toBeLessThanOrEqual((body?.bottom ?? 0) - 48)
})
