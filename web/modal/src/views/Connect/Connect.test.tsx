import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Connect.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const rows = () => [...place.root.querySelectorAll<HTMLElement>('[data-wallet]')]
const skeletons = () => place.root.querySelectorAll('.Skeleton.row').length
const button = (name: string | RegExp) => page.getByRole('button', { name })
const said = () => place.root.querySelector('.layout > [role="status"]')?.textContent

test('lists the wallets in the order of the engine, and says how many', () => {
  place = mountState(states.all)
  const { rows: listed } = states.all.catalog
  expect(rows().map(row => row.dataset.wallet)).toEqual(listed.map(({ wallet }) => wallet.id))
  expect(said()).toBe(`${listed.length} wallets to choose from`)
})

test('tags what was used lately, what is installed, and what has to be got', () => {
  place = mountState(states.all)
  const tags = rows().map(row => row.querySelector('.Tag')?.textContent)
  const words: { [kind: string]: string } = {
    walletConnect: 'QR code',
    recent: 'Recent',
    installed: 'Installed',
  }
  expect(tags).toEqual(states.all.catalog.rows.map(({ kind }) => words[kind] ?? 'Get'))
})

test('one that was used lately has no colour of its own; that it is installed is in its name', async () => {
  const { rows: listed } = states.all.catalog
  const used = listed.map(row => ({ ...row, kind: 'recent' as const }))
  place = mountState({ ...states.all, catalog: { ...states.all.catalog, rows: used } })
  expect(place.root.querySelectorAll('.Tag.ok')).toHaveLength(0)
  await expect
    .element(page.getByRole('button', { name: 'Lagoon Recent', exact: true }))
    .toBeVisible()
  const here = page.getByRole('button', { name: 'Harbor Recent Installed', exact: true })
  await expect.element(here).toBeVisible()
})

test('of several wallets that say they are one each says so, and can be chosen', async () => {
  place = mountState(states.doubles)
  const doubles = rows().slice(1, 3)
  expect(doubles.map(row => row.dataset.wallet)).toEqual(['example.harbor', 'example.harbor#2'])
  expect(doubles.map(row => row.querySelector('.detail')?.textContent)).toEqual([
    '1 of 2 that claim to be it',
    '2 of 2 that claim to be it',
  ])
  await expect.element(page.getByText('Several wallets claim to be the same one.')).toBeVisible()
  expect(place.root.querySelectorAll('.Banner').length).toBe(1)
  rows()[2]?.click()
  expect(place.sent).toEqual([{ type: 'connect', wallet: 'example.harbor#2', isDouble: true }])
})

test('a row connects, by pointer and by keyboard', async () => {
  place = mountState(states.one)
  const wallet = states.one.catalog.rows[1]?.wallet.id
  await button('Harbor Installed').click()
  await userEvent.keyboard('{Enter}')
  expect(place.sent).toEqual([
    { type: 'connect', wallet, isDouble: false },
    { type: 'connect', wallet, isDouble: false },
  ])
})

test.for([
  ['all', 'All wallets 540+', 'AllWallets'],
  ['all', 'Get one', 'GetWallet'],
  ['all', 'What is a wallet?', 'WhatIsAWallet'],
  ['collapsed', 'Continue with a wallet', 'ConnectWallets'],
] as const)('%s: %s leads to %s', async ([state, name, view]) => {
  place = mountState(states[state])
  await button(name).click()
  expect(place.sent).toEqual([{ type: 'show', view }])
})

test('without a way to all wallets, or a guide, there is none to be seen', () => {
  const { catalog, features } = states.one
  place = mountState({
    ...states.one,
    catalog: { ...catalog, isLoading: false },
    features: { ...features, walletGuide: false },
  })
  expect(page.getByText('All wallets').elements()).toEqual([])
  expect(page.getByText('Haven’t got a wallet?').elements()).toEqual([])
})

test('without any wallet it says what to do next, without telling anybody', async () => {
  place = mountState(states.empty)
  const link = page.getByRole('link', { name: 'Find a wallet (opens in a new tab)' })
  await expect.element(link).toHaveAttribute('href', 'https://ethereum.org/en/wallets/find-wallet/')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('a site that switched wallets off is not said to lack one, and nothing leads nowhere', async () => {
  place = mountState(states.off)
  const title = 'This site offers no way to connect'
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  expect(place.root.querySelectorAll('.Connect .body :is(button, a)').length).toBe(0)
})

test('what may still come has its place from the first: it is busy, and no row moves', () => {
  place = mountState(states.loading)
  expect(place.root.querySelector('.Connect')?.ariaBusy).toBe('true')
  const tops = () =>
    [...place.root.querySelectorAll('li')].map(row => [row.offsetTop, row.offsetHeight])
  const [first, height] = [tops(), place.dialog.view.offsetHeight]
  expect(first.length).toBe(6)
  place.publish({ catalog: states.asking.catalog })
  expect([rows().length, skeletons()]).toEqual([2, 4])
  expect(tops()).toEqual(first)
  const { catalog } = states.all
  place.publish({ catalog: { ...catalog, rows: catalog.rows.slice(0, 5) } })
  expect([tops(), place.dialog.view.offsetHeight]).toEqual([first, height])
  expect(place.root.querySelector('.Connect')?.ariaBusy).toBe('false')
})

test('those of the directory have their place where the host wants them', () => {
  const catalog = { ...states.asking.catalog, awaited: 2, awaitedFrom: 0 }
  place = mountState({ ...states.asking, catalog })
  expect(place.root.querySelectorAll('.Wallets li')[2]?.querySelector('button')).not.toBeNull()
})

test('names are text: no markup, no turning around', () => {
  place = mountState(states.many)
  expect(place.root.querySelector('.Connect b')).toBeNull()
  const shown = rows().map(row => row.querySelector('.name')?.textContent)
  expect(shown).toContain('<b>Bold</b> & reversed')
})

test('icons and tags stand on the gutter', () => {
  place = mountState(states.one)
  const card = place.dialog.element
  const scale = card.getBoundingClientRect().width / card.offsetWidth
  const box = (selector: string) =>
    place.root.querySelector(selector)?.getBoundingClientRect() as DOMRect
  const { left, right } = card.getBoundingClientRect()
  expect((box('.Picture').left - left) / scale).toBeCloseTo(20)
  expect((right - box('.Tag').right) / scale).toBeCloseTo(20)
})

test('many rows scroll between the header and the terms', () => {
  place = mountState(states.crowded)
  const body = place.root.querySelector('.body') as HTMLElement
  expect(body.scrollHeight).toBeGreaterThan(body.clientHeight)
  body.scrollTop = 200
  const card = place.dialog.element.getBoundingClientRect()
  const box = (selector: string) =>
    place.root.querySelector(selector)?.getBoundingClientRect() as DOMRect
  expect(box('.Header').top).toBeCloseTo(card.top)
  expect(box('.Legal').bottom).toBeLessThan(card.bottom)
})

test('the terms are links that tell nothing of the page', async () => {
  place = mountState(states.all)
  const { termsUrl, privacyUrl } = states.all.features
  await expect
    .element(page.getByRole('link', { name: 'Terms (opens in a new tab)' }))
    .toHaveAttribute('href', termsUrl)
  await expect
    .element(page.getByRole('link', { name: 'Privacy Policy (opens in a new tab)' }))
    .toHaveAttribute('href', privacyUrl)
  place.publish({ features: { ...states.all.features, privacyUrl: undefined } })
  const sentence = place.root.querySelector('.Legal')?.textContent
  expect(sentence).toBe('By connecting, you agree to the Terms (opens in a new tab).')
})

test('says which kind of wallets it lists, where it lists but one', async () => {
  place = mountState(states.filtered)
  await expect.element(page.getByRole('heading', { name: 'Wallets for Solana' })).toBeVisible()
})

test('names its maker only where the operator wants that', () => {
  place = mountState(states.branded)
  expect(page.getByText('Connections by Latchkit').elements().length).toBe(1)
  place.publish({ features: states.all.features })
  expect(page.getByText('Connections by Latchkit').elements().length).toBe(0)
})

test('a site that is not set up says so in plain words, and the rest works', () => {
  place = mountState(states.misconfigured)
  const notice = page.getByText('This site’s setup is not complete, so something may not work.')
  expect(notice.elements().length).toBe(1)
  expect(rows().length).toBe(states.misconfigured.catalog.rows.length)
  place.publish({ features: states.all.features })
  expect(notice.elements().length).toBe(0)
})

test('the way out is the person’s: the engine may want to keep the dialog', async () => {
  place = mountState(states.one)
  await button('Close').click()
  expect(place.sent).toEqual([{ type: 'dismiss' }])
})
