import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Unexpected.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => {
  place = mountState(states.trapped)
})
afterEach(() => place.remove())

test('says what happened and that nothing is lost', async () => {
  await expect.element(page.getByText('Your wallet and your funds are not affected.')).toBeVisible()
})

test('the report can be read and copied', async () => {
  const report = page.getByRole('textbox', { name: 'Report' })
  await expect.element(report).toHaveValue(states.trapped.failure.unexpected.report)
  await expect.element(page.getByRole('button', { name: 'Copy report' })).toBeVisible()
})

test('reload opens again', async () => {
  await page.getByRole('button', { name: 'Reload' }).click()
  expect(place.sent).toEqual([{ type: 'open' }])
})

test('a part that did not come is said as that, and asked for again', async () => {
  place.publish(states.unloaded)
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('This did not load')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'open' }])
})
