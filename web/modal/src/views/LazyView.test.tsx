import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../gallery/src/mount.tsx'
import { allWallets } from '../generated/fixtures/allWallets.ts'
import { createLazyChunk } from './LazyChunk.ts'
import * as more from './lazyViews.ts'

let place: ReturnType<typeof mountState>

afterEach(() => {
  place.remove()
  vi.restoreAllMocks()
})

const mount = (bring: () => Promise<typeof more>) => {
  place = mountState(allWallets.ready, {}, { lazy: createLazyChunk(bring) })
}

test('while its chunk loads there are its title, its ways out and its shape; then it is there', async () => {
  const gate = Promise.withResolvers<typeof more>()
  mount(() => gate.promise)
  const dialog = page.getByRole('dialog', { name: 'All wallets' })
  await expect.element(dialog.getByRole('button', { name: 'Back' })).toBeVisible()
  expect(place.root.querySelectorAll('.Skeleton.tiles > span').length).toBe(15)
  gate.resolve(more)
  await expect.poll(() => place.root.querySelectorAll('.Tile').length).toBeGreaterThan(0)
})

test('where its chunk does not load it says so, and tries again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  mount(vi.fn(async () => more).mockRejectedValueOnce(new Error('offline')))
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('This did not load')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => place.root.querySelectorAll('.Tile').length).toBeGreaterThan(0)
})
