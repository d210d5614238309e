import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Checkbox } from './Checkbox.tsx'

let remove = () => {}

afterEach(() => remove())

test('is ticked by its sentence and by the space bar, but not by a link in it', async () => {
  const onChange = vi.fn()
  ;({ remove } = mountPart(
    <Checkbox isChecked={false} onChange={onChange}>
      I agree to the <a href="#terms">Terms</a>.
    </Checkbox>,
  ))
  const box = page.getByRole('checkbox', { name: 'I agree to the Terms.' })
  await page.getByText('I agree').click({ position: { x: 4, y: 4 } })
  expect(onChange.mock.calls).toEqual([[true]])
  await userEvent.keyboard(' ')
  expect(onChange).toHaveBeenCalledTimes(2)
  await page.getByRole('link', { name: 'Terms' }).click()
  expect(onChange).toHaveBeenCalledTimes(2)
  await expect.element(box).not.toBeChecked()
})
