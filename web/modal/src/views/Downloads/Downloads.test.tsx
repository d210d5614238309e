import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Downloads.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const links = () => [...place.root.querySelectorAll<HTMLAnchorElement>('a')]

test('offers the stores and pages that the wallet has, as links that tell nothing', async () => {
  place = mountState(states.all)
  const { chromeStore, appStore, playStore, homepage, webapp } = states.all.directory.chosen
  const urls = [chromeStore, appStore, playStore, homepage, webapp]
  expect(links().map(link => link.getAttribute('href'))).toEqual(urls)
  for (const link of links())
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
  const store = page.getByRole('link', { name: /^Google Play Android .*new tab/ })
  await expect.element(store).toBeVisible()
})

test('only those', () => {
  place = mountState(states.few)
  expect(links().map(({ href }) => href)).toEqual([states.few.directory.chosen.homepage])
})

test('without any it says so', async () => {
  const { chosen } = states.few.directory
  const directory = { ...states.few.directory, chosen: { wallet: chosen.wallet } }
  place = mountState({ ...states.few, directory })
  await expect.element(page.getByText('No download is known here')).toBeVisible()
})
