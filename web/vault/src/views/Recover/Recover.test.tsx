import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { see } from '../../../test/armed.ts'
import { comeIn } from '../../../test/comeIn.ts'
import { stubLooking } from '../../../test/stubLooking.ts'
import { states } from './Recover.story.tsx'

let place: ReturnType<typeof mountFrame>

beforeEach(comeIn)
afterEach(() => {
  place.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const words = () => page.getByRole('textbox', { name: 'Words of your recovery code' })
const button = () => page.getByRole('button', { name: 'Open my wallet' })
const all = Array.from({ length: 24 }, (_, at) => `word${String.fromCharCode(97 + at)}`).join(' ')

test('24 words are handed in as a secret, however they are spaced', async () => {
  place = mountFrame(states.code)
  await expect.poll(() => place.root.activeElement).toBe(words().element())
  await words().fill(`  ${all.replaceAll(' ', '\n')} `)
  await expect.element(page.getByText('24 of 24 words')).toBeVisible()
  await button().click()
  expect(place.sent).toEqual([{ type: 'submitCode', secret: `  ${all.replaceAll(' ', '\n')} ` }])
})

test('fewer are not', async () => {
  place = mountFrame(states.code)
  await words().click()
  await userEvent.keyboard('word words')
  await expect.element(page.getByText('2 of 24 words')).toBeVisible()
  await expect.element(button()).toBeDisabled()
})

test('nothing keeps or mends what is typed', () => {
  place = mountFrame(states.code)
  const { autocomplete, spellcheck, autocapitalize } = words().element() as HTMLTextAreaElement
  expect([autocomplete, spellcheck, autocapitalize]).toEqual(['off', false, 'none'])
})

test('that they are wrong is said until they are changed', async () => {
  place = mountFrame(states.wrong)
  await expect.element(page.getByRole('alert')).toHaveTextContent('does not open the wallet')
  await words().fill('word')
  await expect.element(page.getByText('1 of 24 words')).toBeVisible()
})

test('a passkey is asked for, again where it was refused', async () => {
  place = mountFrame(states.declined)
  await expect.element(page.getByRole('alert')).toHaveTextContent('You did not approve it')
  await page.getByRole('button', { name: 'Use the passkey' }).click()
  expect(place.sent).toEqual([{ type: 'submitPasskey' }])
})

test('who lost it deletes the wallet, once they have seen what that means', async () => {
  await page.viewport(480, 800)
  const look = stubLooking()
  for (const state of [states.code, states.passkey, states.other]) {
    place = mountFrame(state)
    await page.getByRole('button', { name: 'I lost it' }).click()
    await page.getByText('I have the words, or give up what is in it.').click()
    await see(place, look)
    await page.getByRole('button', { name: 'Delete the wallet' }).click()
    expect(place.sent).toEqual([{ type: 'delete' }])
    place.remove()
  }
})

test('that it is to be deleted is said, and not offered once more', async () => {
  place = mountFrame(states.leaves)
  await expect.element(page.getByText(/is deleted on .*2025/)).toBeVisible()
  expect(page.getByRole('button', { name: 'I lost it' }).query()).toBeNull()
})

test('in the settings the code is asked for, and why, and nobody has to have it', async () => {
  place = mountFrame(states.kept)
  await expect.element(page.getByText('nobody changes what opens the wallet')).toBeVisible()
  await expect.poll(() => place.root.activeElement).toBe(words().element())
  await words().fill(all)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(place.sent).toEqual([{ type: 'submitCode', secret: all }, { type: 'hideWords' }])
})

test('that the code is wrong is said there, too', async () => {
  place = mountFrame(states.keptWrong)
  await expect.element(page.getByRole('alert')).toHaveTextContent('does not open the wallet')
})

test('where it takes something else, it says so', async () => {
  place = mountFrame(states.other)
  await expect.element(page.getByText('This wallet cannot be opened here')).toBeVisible()
})
