import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { finishMotion } from '../../../../gallery/src/finishMotion.ts'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './OpenOnPhone.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('the code is a step of its own, with its own way back and nothing to install', async () => {
  place = mountState(states.code)
  const { wallet } = states.code.directory.chosen
  const code = page.getByRole('img', { name: `Code that opens this page in ${wallet.name}` })
  await expect.element(code).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: wallet.name })).toBeVisible()
  expect(place.root.querySelectorAll('.primary, a').length).toBe(0)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  expect(place.sent).toEqual([{ type: 'copyLink' }, { type: 'back' }])
})

test('for any wallet the code is that of the page', async () => {
  place = mountState(states.any)
  const code = page.getByRole('img', { name: 'Code that opens this page on your phone' })
  await expect.element(code).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: 'On your phone' })).toBeVisible()
})

test.for([
  [800, 700, 320],
  [1280, 600, 264],
  [1280, 560, 240],
  [1280, 501, 240],
  [1280, 460, 240],
  [1280, 420, 240],
  [640, 400, 240],
])('in %i × %i the code shows whole, %i across', async ([width, height, size]) => {
  await page.viewport(width as number, height as number)
  place = mountState(states.code)
  await finishMotion(place.root)
  const part = (name: string) => place.root.querySelector(name) as HTMLElement
  const [code, body] = ['.QrCode', '.body'].map(name => part(name).getBoundingClientRect())
  const { scrollHeight, clientHeight } = part('.body')
  const fade = Math.min(48, scrollHeight - clientHeight)
  expect(code?.width).toBe(size)
  expect(code?.bottom).toBeLessThanOrEqual((body?.bottom ?? 0) - fade)
})
