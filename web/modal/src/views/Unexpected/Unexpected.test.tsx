import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Unexpected.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => {
  place = mountState(states.failure)
})
afterEach(() => place.remove())

test('says what happened and that nothing is lost', async () => {
  await expect.element(page.getByText('Your wallet and your funds are not affected.')).toBeVisible()
})

test('the report can be read and copied', async () => {
  const report = page.getByRole('textbox', { name: 'Report' })
  await expect.element(report).toHaveValue(states.failure.failure.unexpected.report)
  await expect.element(page.getByRole('button', { name: 'Copy report' })).toBeVisible()
})

test('reload opens again', async () => {
  await page.getByRole('button', { name: 'Reload' }).click()
  expect(place.sent).toEqual([{ type: 'open' }])
})
