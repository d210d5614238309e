import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './Device.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

test('shows the number that the page behind the link asks for, and where the mail went', async () => {
  place = mountFrame(states.waiting)
  await expect.element(page.getByText('42', { exact: true })).toBeVisible()
  await expect.element(page.getByText('The mail went to ada@example.com.')).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('Waiting')
})

test('a link that was not followed can be waited for once more', async () => {
  place = mountFrame(states.notFollowed)
  await expect.element(page.getByRole('alert')).toHaveTextContent('was not followed yet')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'retry' }])
})

test('where it was said that it was somebody else, or too late, there is one way on', async () => {
  for (const [state, why] of [
    [states.disowned, 'or that it was not you'],
    [states.over, 'took too long'],
  ] as const) {
    place = mountFrame(state)
    const said = page.getByRole('alert')
    await expect.element(said).toHaveTextContent('Nobody was signed in')
    await expect.element(said).toHaveTextContent(why)
    expect(place.root.querySelectorAll('button, a, input')).toHaveLength(1)
    await page.getByRole('button', { name: 'Send another' }).click()
    expect(place.sent).toEqual([{ type: 'resend' }])
    place.remove()
  }
})

test('another mail can be asked for while it is waited', async () => {
  place = mountFrame(states.waiting)
  await page.getByRole('button', { name: 'Send another' }).click()
  expect(place.sent).toEqual([{ type: 'resend' }])
})
