import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Tag } from './Tag.tsx'

let remove = () => {}

afterEach(() => remove())

test('is 20 high and says its word', () => {
  ;({ remove } = mountPart(
    <p>
      <Tag kind="ok">Installed</Tag>
    </p>,
  ))
  const { height } = page.getByText('Installed').element().getBoundingClientRect()
  expect(Math.round(height)).toBe(20)
})
