import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Report } from './Report.tsx'

let remove = () => {}

afterEach(() => {
  remove()
  vi.restoreAllMocks()
})

const mount = () => {
  ;({ remove } = mountPart(
    <Report
      label="Report"
      report="unreachable"
      copyLabel="Copy report"
      copiedLabel="Report copied"
    />,
  ))
}

test('copies and says so', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  mount()
  await page.getByRole('button', { name: 'Copy report' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Report copied')
  expect(write).toHaveBeenCalledWith('unreachable')
})

test('where copying is refused, the text is selected', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  mount()
  const text = page.getByRole('textbox', { name: 'Report' }).element() as HTMLTextAreaElement
  text.setSelectionRange(0, 0)
  await page.getByRole('button', { name: 'Copy report' }).click()
  await expect.poll(() => text.selectionEnd - text.selectionStart).toBe('unreachable'.length)
})
