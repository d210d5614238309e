import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './NftCard.story.tsx'
import { NftCard } from './NftCard.tsx'

let remove = () => {}

afterEach(() => remove())

test('its picture comes when it is near, square; what it is called stands below', async () => {
  const place = mountPart(states.picture())
  remove = place.remove
  const { width, height } = place.root.querySelector('.art')?.getBoundingClientRect() ?? {}
  expect(width).toBe(height)
  expect(place.root.querySelector('img')?.loading).toBe('lazy')
  await expect.element(page.getByText('Lighthouse #12')).toBeVisible()
  await expect.element(page.getByText('× 25')).toBeVisible()
})

test('where there is none, a monogram is drawn', async () => {
  const place = mountPart(<NftCard name="Lighthouse" src="data:image/png;base64,AA==" />)
  remove = place.remove
  await expect.poll(() => place.root.querySelector('.art')?.textContent).toBe('L')
})
