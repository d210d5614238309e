import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Slide } from './Slide.tsx'

let remove = () => {}

afterEach(() => remove())

test('is a heading and what it means', async () => {
  ;({ remove } = mountPart(<Slide drawing="key" title="A way to sign in" body="No password." />))
  await expect.element(page.getByRole('heading', { name: 'A way to sign in' })).toBeVisible()
  await expect.element(page.getByText('No password.')).toBeVisible()
})
