import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { released } from './released'

test('a press in a dialog is waited for, and one that never ends is not for ever', async () => {
  const host = document.createElement('latchkit-modal')
  const button = document.createElement('button')
  host.attachShadow({ mode: 'open' }).append(button)
  document.body.append(host)
  await released()
  button.focus()
  await userEvent.keyboard('[Space>]')
  const done = vi.fn()
  const first = released().then(done)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(done).not.toHaveBeenCalled()
  await userEvent.keyboard('[/Space]')
  await first
  await userEvent.keyboard('[Space>]')
  await released()
  expect(button.matches(':active')).toBe(true)
  await userEvent.keyboard('[/Space]')
  host.remove()
})
