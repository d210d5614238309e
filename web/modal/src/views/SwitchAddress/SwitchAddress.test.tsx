import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './SwitchAddress.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const rows = () =>
  [...place.root.querySelectorAll('.SwitchAddress .ListItem')].map(row =>
    ['.name', '.detail', '.total'].map(name => row.querySelector(name)?.textContent),
  )

test('each account of the wallet has a row; what it is worth stands there where that is known', () => {
  place = mountState(states.accounts)
  expect(rows()).toEqual([
    ['harbour.eth', '0xf39F…2266', '$12,818.84 at least'],
    ['0x7099…79C8', undefined, '$12,818.84'],
    ['0x3C44…93BC', undefined, undefined],
    ['0x90F7…b906', undefined, '$12,818.84 at least'],
  ])
  place.publish({ totals: states.reading.totals })
  expect(rows().map(row => row[2])).toEqual(['$12,818.84 at least', ...Array(3).fill(undefined)])
})

test('the one in use is marked, another is used by a press', async () => {
  place = mountState(states.accounts)
  await expect.element(page.getByRole('list', { name: 'Switch to' })).toBeVisible()
  const current = page.getByRole('button', { name: /^harbour.eth/ })
  await expect.element(current).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: '0x7099…79C8' }).click()
  const [, other] = states.accounts.accounts.eip155.allAccounts
  expect(place.sent).toEqual([{ type: 'switchAddress', address: other?.address }])
})

test('one that the site has a name for is called so', () => {
  const { accounts } = states.accounts
  const { eip155 } = accounts
  const [own, other] = eip155.allAccounts.map(it => it.address) as [string, string]
  const addressLabels = { [own]: 'Till', [other]: 'Safe box' }
  place = mountState({
    ...states.accounts,
    accounts: { ...accounts, eip155: { ...eip155, addressLabels } },
  })
  expect(rows().map(row => row.slice(0, 2))).toEqual([
    ['Till', '0xf39F…2266'],
    ['Safe box', '0x7099…79C8'],
    ['0x3C44…93BC', undefined],
    ['0x90F7…b906', undefined],
  ])
})

test('what they are worth on another network is not shown', () => {
  place = mountState(states.accounts)
  place.publish({ totals: { ...states.accounts.totals, on: 'eip155:1' } })
  expect(rows().filter(row => row[2])).toEqual([])
})

test('of Bitcoin it is said what each is for', () => {
  place = mountState(states.bitcoin)
  expect(rows().map(row => row[1])).toEqual(['For payments', 'For ordinals'])
})

test('on the smallest screen no address is cut', async () => {
  await page.viewport(320, 640)
  place = mountState(states.accounts)
  const names = [...place.root.querySelectorAll<HTMLElement>('.SwitchAddress .name')]
  expect(names.filter(it => it.scrollWidth > it.clientWidth)).toEqual([])
})
