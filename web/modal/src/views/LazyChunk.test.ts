import { afterEach, expect, test, vi } from 'vitest'
import { createLazyChunk } from './LazyChunk.ts'
import type { LazyViews } from './SecondChunk.ts'

const more = { views: {}, css: '' } as unknown as LazyViews

afterEach(() => vi.restoreAllMocks())

test('loads once, and says when it is there', async () => {
  const bring = vi.fn(async () => more)
  const views = createLazyChunk(bring)
  const listener = vi.fn()
  views.subscribe(listener)
  expect(views.get()).toBe('loading')
  views.load()
  views.load()
  await expect.poll(views.get).toBe(more)
  views.load()
  expect(bring).toHaveBeenCalledOnce()
  expect(listener).toHaveBeenCalledOnce()
})

test('fails, says so, and tries again', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const bring = vi.fn(async () => more).mockRejectedValueOnce(new Error('offline'))
  const views = createLazyChunk(bring)
  views.subscribe(() => {})
  views.load()
  await expect.poll(views.get).toBe('failed')
  expect(said).toHaveBeenCalledOnce()
  views.load()
  expect(views.get()).toBe('loading')
  await expect.poll(views.get).toBe(more)
})

test('what failed ahead of time is nobody’s error yet', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const views = createLazyChunk<LazyViews>(() => Promise.reject(new Error('offline')))
  views.load()
  await expect.poll(views.get).toBe('failed')
  expect(said).not.toHaveBeenCalled()
})
