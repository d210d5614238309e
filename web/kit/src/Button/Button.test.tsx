import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { finishMotion } from '../../../gallery/src/finishMotion.ts'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Button } from './Button.tsx'

let remove = () => {}

afterEach(() => remove())

const button = () => page.getByRole('button', { name: 'Try again' })

test('is pressed by pointer and keyboard', async () => {
  const onClick = vi.fn()
  ;({ remove } = mountPart(<Button onClick={onClick}>Try again</Button>))
  await button().click()
  await userEvent.keyboard('{Enter} ')
  expect(onClick).toHaveBeenCalledTimes(3)
})

test('busy, it takes no clicks and keeps the focus', async () => {
  const onClick = vi.fn()
  ;({ remove } = mountPart(
    <Button isBusy onClick={onClick}>
      Try again
    </Button>,
  ))
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(button()).toHaveAttribute('aria-busy', 'true')
  expect(button().element().matches(':focus')).toBe(true)
  expect(onClick).not.toHaveBeenCalled()
})

test.for([
  { kind: 'primary', isBusy: true },
  { kind: 'primary', isDisabled: true },
  { kind: 'secondary', isBusy: true },
] as const)('%o: it looks the same under the pointer', async props => {
  await page.viewport(800, 600)
  const place = mountPart(
    <Button {...props} onClick={() => {}}>
      Try again
    </Button>,
  )
  remove = place.remove
  const look = () => {
    const { color, backgroundColor } = getComputedStyle(button().element())
    return { color, backgroundColor }
  }
  await userEvent.unhover(button())
  await finishMotion(place.root)
  const before = look()
  await userEvent.hover(button(), { force: true })
  expect(button().element().matches(':hover')).toBe(true)
  await finishMotion(place.root)
  expect(look()).toEqual(before)
})

test('disabled, it is passed over', async () => {
  ;({ remove } = mountPart(
    <Button isDisabled onClick={() => {}}>
      Try again
    </Button>,
  ))
  await expect.element(button()).toBeDisabled()
})

test('with an address it is a link to a new tab that tells nothing of the page', async () => {
  ;({ remove } = mountPart(<Button href="https://example.org/">Find a wallet</Button>))
  const link = page.getByRole('link', { name: 'Find a wallet' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('the focus ring is 2 wide and 2 away', async () => {
  ;({ remove } = mountPart(<Button onClick={() => {}}>Try again</Button>))
  await userEvent.tab()
  expect(button().element().matches(':focus')).toBe(true)
  const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(button().element())
  expect([outlineWidth, outlineOffset, outlineStyle]).toEqual(['2px', '2px', 'solid'])
})
