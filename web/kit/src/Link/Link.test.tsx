import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Link } from './Link.tsx'

let remove = () => {}

afterEach(() => remove())

test('is as high a target as a finger needs, in a line of text', async () => {
  const onClick = vi.fn()
  const place = mountPart(<Link onClick={onClick}>Get one</Link>)
  remove = place.remove
  const link = place.root.querySelector('.Link') as HTMLElement
  const { top, bottom, left } = link.getBoundingClientRect()
  expect(bottom - top).toBeLessThanOrEqual(24)
  for (const y of [top - 11, bottom + 11])
    expect(place.root.elementFromPoint(left + 4, y)).toBe(link)
  await userEvent.click(link)
  expect(onClick).toHaveBeenCalledOnce()
})

test('while it is busy it takes no clicks, keeps the focus, and its line is as high', async () => {
  const onClick = vi.fn()
  const place = mountPart(
    <>
      <Link onClick={onClick}>Try again</Link>
      <Link isBusy onClick={onClick}>
        Trying again
      </Link>
    </>,
  )
  remove = place.remove
  const [rest, busy] = place.root.querySelectorAll<HTMLElement>('.Link')
  expect(busy?.offsetHeight).toBe(rest?.offsetHeight)
  busy?.focus()
  busy?.click()
  expect(onClick).not.toHaveBeenCalled()
  expect(place.root.activeElement).toBe(busy)
})
