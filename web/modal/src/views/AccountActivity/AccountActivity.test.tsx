import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import type { Transaction } from '../../generated/Transaction.ts'
import { states } from './AccountActivity.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2023-11-20T12:00:00Z') })
  return page.viewport(800, 700)
})
afterEach(() => {
  place.remove()
  vi.useRealTimers()
})

const row = (at: number) => {
  const found = place.root.querySelectorAll('.Entry')[at]
  return ['.name', '.detail', '.value', '.note'].map(
    name => found?.querySelector(name)?.textContent,
  )
}

test('is grouped by month, with the year where it is not this one', () => {
  place = mountState(states.activity)
  const titles = () =>
    [...place.root.querySelectorAll('.AccountActivity h3')].map(it => it.textContent)
  expect(titles()).toEqual(['November', 'October'])
  place.publish({ activity: states.others.activity })
  expect(titles()).toEqual(['November', 'October', 'December 2022'])
})

test('each says what was done, what moved which way, when, and how it ended unless well', () => {
  place = mountState(states.activity)
  expect(row(0)).toEqual(['Received', '+250 USDC', 'Nov 14', undefined])
  expect(row(1)[1]?.replace(' for ', '')).toBe('0.5 ETH→1,024.75 USDC')
  expect(row(2).slice(0, 2)).toEqual(['Sent', '−1,200.123 HARB'])
  expect(row(3).slice(0, 2)).toEqual(['Minted', '+Lighthouse #12'])
  expect(row(4).slice(0, 2)).toEqual(['Approved', '0xf39F…2266'])
  expect(row(5)).toEqual(['Executed', '0xf39F…2266', 'Oct 20', 'Failed'])
})

test('of something that there are several of it says how many moved', () => {
  const { activity } = states.activity
  const made = activity.page.transactions[3] as Transaction
  const transfers = made.transfers.map(it => ({ ...it, quantity: { numeric: '1204' } }))
  const page = { ...activity.page, transactions: [{ ...made, transfers }] }
  place = mountState({ ...states.activity, activity: { ...activity, page } })
  expect(row(0).slice(0, 2)).toEqual(['Minted', '+1,204 Lighthouse #12'])
})

test('what is not over says so, a word of others is cleaned, what else moved is counted', () => {
  place = mountState(states.others)
  expect(row(0)[3]).toBe('Pending')
  expect(row(7)[0]).toBe('Bridge out')
  expect(row(7)[1]).toMatch(/^123,456,789\.123 EXTRALONG.*123,456,789\.1 EXTRALONG, 1 more$/)
})

test('each leads to where it can be looked up, beside this page', async () => {
  place = mountState(states.activity)
  const link = page.getByRole('link', { name: /^Sent .*opens in a new tab/ })
  const { hash } = states.activity.activity.page.transactions[2]?.metadata ?? {}
  await expect.element(link).toHaveAttribute('href', `https://explorer.example/tx/${hash}`)
  place.publish({
    activity: { ...states.activity.activity, transactionUrl: 'http://explorer.example/' },
  })
  expect(place.root.querySelectorAll('a.Entry').length).toBe(0)
})

test('there are more where there are, in reach of the keyboard', async () => {
  place = mountState(states.activity)
  const button = page.getByRole('button', { name: 'Load more' })
  await button.click()
  expect(place.sent).toEqual([{ type: 'moreActivity' }])
  place.publish(states.adding)
  const busy = page.getByRole('button', { name: 'Loading more' })
  await expect.element(busy).toHaveAttribute('aria-busy', 'true')
})

test('after the last page the keyboard stays at the end of the list', async () => {
  place = mountState(states.activity)
  const button = page.getByRole('button', { name: 'Load more' })
  ;(button.element() as HTMLElement).focus()
  const { activity } = states.activity
  place.publish({ activity: { ...activity, page: { ...activity.page, next: undefined } } })
  await expect.element(button).not.toBeInTheDocument()
  const rows = [...place.root.querySelectorAll('.panel a')]
  expect(place.root.activeElement).toBe(rows.at(-1))
})

test('where they did not come that is said in the list, with the way to ask again', async () => {
  place = mountState(states.notAdded)
  const said = place.root.querySelector('.AddMore > [role="alert"]')
  expect(said?.textContent).toBe('Older activity did not load.')
  expect(place.root.querySelectorAll('.Entry').length).toBe(6)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'moreActivity' }])
})

test('what the list cannot tell is said, with the way to who can', async () => {
  place = mountState(states.activity)
  const said = /^This list begins on September 1, 2023, and has no plain transfers of ETH\./
  await expect.element(page.getByText(said)).toBeVisible()
  const link = page.getByRole('link', { name: 'View on explorer' })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  place.publish(states.behind)
  await expect.element(page.getByText('Recent activity is still being read.')).toBeVisible()
  expect(page.getByText(/plain transfers/).elements()).toEqual([])
})

test('before all of it is read there are rows to be, and what will never be told is said', () => {
  const { activity } = states.behind
  const coverage = { ...activity.page.coverage, hasNative: false }
  const page = { ...activity.page, coverage, transactions: [], next: undefined }
  place = mountState({ ...states.behind, activity: { ...activity, page } })
  expect(place.root.querySelectorAll('.Skeleton .entry').length).toBe(7)
  expect(place.root.querySelector('.listEnd')?.textContent).toMatch(/no plain transfers of ETH/)
})

test('before anything is known there are seven rows to be', () => {
  place = mountState(states.reading)
  expect(place.root.querySelectorAll('.Skeleton .entry').length).toBe(7)
})

test('without any, receiving is the next step', async () => {
  place = mountState(states.noActivity)
  await expect.element(page.getByText('No activity on Latchkit Dev yet')).toBeVisible()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Receive' }).click()
  expect(place.sent).toEqual([{ type: 'show', view: 'WalletReceive' }])
})

test('what could not be read again stays, with its age', async () => {
  vi.setSystemTime(Number(states.stale.activity.page.atMs) + 4 * 60_000)
  place = mountState(states.stale)
  expect(place.root.querySelectorAll('.Entry').length).toBe(6)
  await expect.element(page.getByText('Read 4 min ago.')).toBeVisible()
})

test('while it is asked for again the button says so, and takes no clicks', async () => {
  place = mountState(states.again)
  await expect.element(page.getByText('Activity did not load')).toBeVisible()
  const busy = page.getByRole('button', { name: 'Trying again' })
  await expect.element(busy).toHaveAttribute('aria-busy', 'true')
  ;(busy.element() as HTMLElement).click()
  expect(place.sent).toEqual([])
})

test('where nothing was ever read it says so, and tries again', async () => {
  place = mountState(states.failed)
  await expect.element(page.getByText('Activity did not load')).toBeVisible()
  await expect.element(page.getByText('Could not refresh.')).toBeVisible()
  // Over the way to try again it would be in the way.
  expect(place.root.querySelector('.Toast')).toBeNull()
  const told = () => place.root.querySelector('.layout > [role="status"]')?.textContent
  expect(told()).toBe('Token Balance Unavailable')
  const { shown } = states.failed.toast
  for (const [text, words] of [
    ['historyUnavailable', 'Failed to fetch transactions'],
    ['nftsUnavailable', 'Failed to fetch NFTs'],
  ] as const) {
    place.publish({ toast: { shown: { ...shown, text } } })
    expect(told()).toBe(words)
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'refreshBalance' }])
})

test('where nobody has looked further back, nothing is said of it but how far', async () => {
  place = mountState(states.unseen)
  await expect.element(page.getByText(/^Nothing seen on .* yet$/)).toBeVisible()
  const said = page.getByText(/^This list begins on November 1\d, 2023, and has no plain transfers/)
  expect(said.elements()).toHaveLength(1)
  place.remove()
  place = mountState(states.first)
  expect(place.root.querySelectorAll('.StatusPanel')).toHaveLength(0)
  expect(place.root.querySelectorAll('.Skeleton').length).toBeGreaterThan(0)
})
