import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './Entry.story.tsx'

let remove = () => {}

afterEach(() => remove())

test('56 high; a long name is cut, what is at the end is not', () => {
  const place = mountPart(states.rows())
  remove = place.remove
  const rows = [...place.root.querySelectorAll<HTMLElement>('.Entry')]
  expect(rows.map(row => row.offsetHeight)).toEqual([56, 56, 56])
  const part = (name: string) => rows[1]?.querySelector<HTMLElement>(name) as HTMLElement
  expect(part('.name').scrollWidth).toBeGreaterThan(part('.name').clientWidth)
  expect(part('.note').scrollWidth).toBe(part('.note').clientWidth)
})

test('one that can be looked up is a link that opens beside, and says so', async () => {
  ;({ remove } = mountPart(states.rows()))
  const link = page.getByRole('link', { name: /^Received .*opens in a new tab/ })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(link).toHaveAttribute('target', '_blank')
})
