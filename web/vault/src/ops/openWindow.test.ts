import { afterEach, expect, test, vi } from 'vitest'
import { openWindow } from './openWindow'

const open = vi.spyOn(window, 'open').mockReturnValue(null)
afterEach(() => open.mockClear())

function perform(url: string, secret: string) {
  const reply = vi.fn()
  void openWindow({ type: 'openWindow', url, secret }, { reply } as never)
  return reply
}

test('opens a page of this origin that has no hold on this one, with the secret behind its address', () => {
  const reply = perform(`${location.origin}/review?projectId=1`, 'abc.def')
  expect(open.mock.calls).toEqual([
    [
      `${location.origin}/review?projectId=1#abc.def`,
      '_blank',
      expect.stringContaining('noopener'),
    ],
  ])
  expect(reply).toHaveBeenCalledWith({ type: 'done' })
})

test('hands the secret to no other origin', () => {
  expect(perform('https://evil.example/review', 'abc.def')).toHaveBeenCalledWith(
    expect.objectContaining({ type: 'failed' }),
  )
  expect(open).not.toHaveBeenCalled()
})
