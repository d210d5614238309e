import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Downloads.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
const address = location.href
afterEach(() => {
  place.remove()
  history.replaceState(null, '', address)
})

/** An address with what patterns and places look like. */
const goAstray = () => history.replaceState(null, '', '?a=$&b=1&c={origin}{page}')

const links = () => [...place.root.querySelectorAll<HTMLAnchorElement>('a')]

test('offers what fits, the best as the one primary button, as links that tell nothing', async () => {
  place = mountState(states.all)
  const urls = states.all.directory.chosen.ways.map(({ url }) => url)
  const [best, ...others] = urls
  expect(links().map(link => link.getAttribute('href'))).toEqual([...others, best])
  for (const link of links())
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
  const store = page.getByRole('link', { name: 'Chrome Web Store (opens in a new tab)' })
  await expect.element(store).toHaveClass(/primary/)
  expect(place.root.querySelectorAll('.primary')).toHaveLength(1)
})

test('who has installed it has the page loaded anew', async () => {
  place = mountState(states.all)
  await page.getByRole('button', { name: 'I have installed it: reload' }).click()
  expect(place.sent).toEqual([{ type: 'reloadPage' }])
})

test('once it is there, it can be connected at once', async () => {
  place = mountState(states.here)
  const { here, wallet: listed } = states.here.directory.chosen
  const { wallet } = here
  expect(wallet.name).not.toBe(listed.name)
  await expect.element(page.getByRole('heading', { name: `${wallet.name} is here` })).toBeVisible()
  await page.getByRole('button', { name: `Connect ${wallet.name}` }).click()
  expect(place.sent).toEqual([{ type: 'connect', wallet: wallet.id }])
  expect(links()).toEqual([])
})

test('where several claim to be it, none is offered: all show on the list', async () => {
  place = mountState(states.several)
  const { wallet } = states.several.directory.chosen
  await expect
    .element(page.getByRole('heading', { name: `Several wallets claim to be ${wallet.name}` }))
    .toBeVisible()
  expect(place.root.querySelectorAll('.foot button')).toHaveLength(1)
  await page.getByRole('button', { name: 'Show them on the list' }).click()
  expect(place.sent).toEqual([{ type: 'show', view: 'Connect' }])
  expect(links()).toEqual([])
})

test.for([
  ['apple', 'App Store'],
  ['android', 'Google Play'],
] as const)('on a phone the own browser is first, then its store: %s', async ([state, store]) => {
  goAstray()
  place = mountState(states[state])
  const { wallet } = states[state].directory.chosen
  const bare = location.href.replace('http://', '')
  await expect
    .element(page.getByRole('link', { name: `Open in ${wallet.name}` }))
    .toHaveAttribute('href', `https://link.metamask.io/dapp/${bare}`)
  const stores = links().filter(({ textContent }) => /Store|Google Play/.test(textContent))
  expect(stores.map(({ textContent }) => textContent.startsWith(store))).toEqual([true])
  expect(place.root.querySelectorAll('button')).toHaveLength(2)
})

test('each place of a link is filled once, by the page as it is', async () => {
  goAstray()
  const { chosen } = states.apple.directory
  const url = 'https://a.example/{page}/{twice}/{bare}/{origin}/{other}'
  const ways = [{ kind: 'browse', url }] as const
  place = mountState({
    ...states.apple,
    directory: { ...states.apple.directory, chosen: { ...chosen, ways: [...ways] } },
  })
  const once = encodeURIComponent(location.href)
  const bare = location.href.replace('http://', '')
  expect(bare).toContain('?a=$&b=1&c={origin}{page}')
  const origin = encodeURIComponent(location.origin)
  const filled = [once, encodeURIComponent(once), bare, origin, '{other}'].join('/')
  expect(links()[0]?.getAttribute('href')).toBe(`https://a.example/${filled}`)
})

test('a phone that has the wallet opens the page by a code', async () => {
  goAstray()
  const { chosen } = states.all.directory
  const codeUrl = 'https://link.metamask.io/dapp/{bare}'
  place = mountState({
    ...states.all,
    directory: { ...states.all.directory, chosen: { ...chosen, codeUrl } },
  })
  const phone = page.getByRole('button', { name: 'On your phone Scan a code to open it there' })
  // As high as the ways below it.
  expect((phone.element() as HTMLElement).offsetHeight).toBe(56)
  await phone.click()
  const bare = location.href.replace('http://', '')
  const address = `https://link.metamask.io/dapp/${bare}`
  expect(place.sent).toEqual([{ type: 'showCode', address }])
})

test('where no extension is for this browser the code is first, and nothing to have installed', async () => {
  place = mountState(states.phone)
  const { wallet } = states.phone.directory.chosen
  await expect.element(page.getByRole('dialog', { name: wallet.name, exact: true })).toBeVisible()
  expect(place.root.querySelectorAll('.foot .Button').length).toBe(1)
  expect(links().every(link => !link.classList.contains('primary'))).toBe(true)
  await page.getByRole('button', { name: 'Show the code' }).click()
  expect(place.sent.map(({ type }) => type)).toEqual(['showCode'])
})

test.for([
  ['computer', 'on a computer'],
  ['nowhere', 'cannot be used here yet'],
] as const)('a phone that cannot reach it is told no other: %s', async ([state, words]) => {
  place = mountState(states[state])
  const { wallet } = states[state].directory.chosen
  await expect.element(page.getByRole('heading', { name: words })).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: wallet.name, exact: true })).toBeVisible()
  expect(place.root.querySelector('.said')?.textContent).not.toContain('browser')
  expect(links().length).toBeGreaterThan(0)
  for (const { textContent } of links()) expect(textContent).not.toMatch(/Store|Google Play/)
  await page.getByRole('button', { name: 'Choose another wallet' }).click()
  expect(place.sent).toEqual([{ type: 'back' }])
})

test('what may have an extension leads to its own site, which says so, and nothing else', async () => {
  place = mountState(states.few)
  const { ways, wallet } = states.few.directory.chosen
  expect(links().map(({ href }) => href)).toEqual(ways.map(({ url }) => url))
  await expect.element(page.getByRole('dialog', { name: `Get ${wallet.name}` })).toBeVisible()
  await expect.element(page.getByText('Its own site says so')).toBeVisible()
  await page.getByRole('button', { name: 'I have installed it: reload' }).click()
  expect(place.sent).toEqual([{ type: 'reloadPage' }])
})

test('a wallet that cannot come to the page is not to be installed, but found all the same', async () => {
  place = mountState(states.web)
  const { ways, wallet } = states.web.directory.chosen
  await expect.element(page.getByRole('heading', { name: 'cannot be used here yet' })).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: wallet.name, exact: true })).toBeVisible()
  expect(links().map(({ href }) => href)).toEqual(ways.map(({ url }) => url))
  expect(ways.map(({ kind }) => kind)).toEqual(['homepage', 'webapp'])
  expect(place.root.querySelectorAll('.foot .Button').length).toBe(1)
  expect(place.root.textContent).not.toMatch(/nstall/)
  await page.getByRole('button', { name: 'Choose another wallet' }).click()
  expect(place.sent).toEqual([{ type: 'back' }])
})

test('without any it says so, and leads back', async () => {
  const { chosen } = states.few.directory
  const none = { ...chosen, ways: [], reach: 'nowhere' as const }
  place = mountState({ ...states.few, directory: { ...states.few.directory, chosen: none } })
  await expect.element(page.getByText('cannot be used here yet')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another wallet' }).click()
  expect(place.sent).toEqual([{ type: 'back' }])
})
