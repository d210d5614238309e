import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './Review.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('says who asks for what, and offers the window, or no', async () => {
  place = mountFrame(states.ready)
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('https://shop.example asks you to send a transaction')
  await button('Review it').click()
  await button('Reject').click()
  expect(place.sent).toEqual([
    { type: 'review', request: 1 },
    { type: 'refuse', request: 1 },
  ])
  expect(place.root.querySelector('.ArmedButton')).toBeNull()
})

test('what somebody does about their own wallet no site asks for', async () => {
  place = mountFrame(states.words)
  await expect.element(page.getByRole('heading')).toHaveTextContent(/^Show your recovery words\?$/)
})

test('a window that is not there after a while was perhaps blocked', async () => {
  place = mountFrame(states.opening)
  expect(place.root.textContent).not.toContain('blocked')
  place.publish({ approval: states.late.approval })
  await expect.element(page.getByRole('status')).toHaveTextContent('may have blocked it')
  await button('Open again').click()
  expect(place.sent).toEqual([{ type: 'review', request: 1 }])
})

test('while it shows in the window, that is where to decide; one that was closed opens again', async () => {
  place = mountFrame(states.open)
  await expect.element(page.getByRole('status')).toHaveTextContent('open it again if you closed it')
  await button('Open again').click()
  await button('Reject').click()
  expect(place.sent).toEqual([
    { type: 'review', request: 1 },
    { type: 'refuse', request: 1 },
  ])
})

test('while it is signed, neither is taken', async () => {
  place = mountFrame(states.signing)
  await expect.element(page.getByRole('status')).toHaveTextContent('You approved it.')
  await expect.element(button('Reject')).toBeDisabled()
  await expect.element(button('Signing')).toHaveAttribute('aria-busy', 'true')
})

test('where it could not be prepared, says why, and tries again', async () => {
  place = mountFrame(states.offline)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
  await button('Try again').click()
  expect(place.sent).toEqual([{ type: 'review', request: 1 }])
})
