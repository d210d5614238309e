import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { secret, states } from './Words.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => {
  place.remove()
  vi.restoreAllMocks()
})

const list = () => place.root.querySelector('.SecretWords') as HTMLElement
const isShown = () => !list().classList.contains('hidden')
const hold = () => page.getByRole('button', { name: 'Hold to show' })

function mount() {
  place = mountFrame(states.shown)
  place.show('words', secret)
}

test('the words are in the place that is kept for them, and nowhere in the state', () => {
  mount()
  expect([...list().children].map(it => it.textContent)).toEqual(secret.split(' '))
})

test('they are hidden until a pointer holds the button, and hidden again when it lets go', async () => {
  mount()
  expect(isShown()).toBe(false)
  expect(list().ariaHidden).toBe('true')
  const seen: boolean[] = []
  hold()
    .element()
    .addEventListener('pointerdown', () => setTimeout(() => seen.push(isShown())))
  await hold().click({ delay: 200 })
  expect(seen).toEqual([true])
  await expect.poll(isShown).toBe(false)
})

test.for(['Enter', 'Space'])('%s holds it too', async key => {
  mount()
  ;(hold().element() as HTMLElement).focus()
  await userEvent.keyboard(`{${key}>}`)
  await expect.poll(isShown).toBe(true)
  await userEvent.keyboard(`{/${key}}`)
  await expect.poll(isShown).toBe(false)
})

test('whatever takes the page out of sight hides them', async () => {
  mount()
  ;(hold().element() as HTMLElement).focus()
  for (const leave of [
    () => dispatchEvent(new Event('blur')),
    () => document.dispatchEvent(new Event('visibilitychange')),
    () => (hold().element() as HTMLElement).blur(),
  ]) {
    ;(hold().element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter>}')
    await expect.poll(isShown).toBe(true)
    leave()
    await expect.poll(isShown).toBe(false)
    await userEvent.keyboard('{/Enter}')
  }
})

test('they are copied by a press, and it says so', async () => {
  mount()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copy' }).click()
  expect(write).toHaveBeenCalledWith(secret)
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied')
})

test('where the browser does not copy, it says so', async () => {
  mount()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('did not let us copy')
})

test('done hides them for good', async () => {
  mount()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(place.sent).toEqual([{ type: 'hideWords' }])
})
