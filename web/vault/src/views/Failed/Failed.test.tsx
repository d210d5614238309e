import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './Failed.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

test('says that nothing was signed, with a report to copy', async () => {
  place = mountFrame(states.trapped)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Nothing was signed')
  await expect
    .element(page.getByRole('textbox', { name: 'Report' }))
    .toHaveValue(states.trapped.failure.report)
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('what did not come is said as that', async () => {
  place = mountFrame(states.unloaded)
  await expect.element(page.getByRole('alert')).toHaveTextContent('This did not load')
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('it goes before whatever else would show', async () => {
  place = mountFrame({ ...states.trapped, screen: { view: 'EmailLogin', origin: '', site: '' } })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
})
