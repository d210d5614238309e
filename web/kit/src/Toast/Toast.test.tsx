import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Toast, type ToastProps } from './Toast.tsx'

let remove = () => {}

afterEach(() => remove())

const onDismiss = vi.fn()
const toast = (shown?: ToastProps['shown']) => (
  <Toast shown={shown} dismissLabel="Dismiss" onDismiss={onDismiss} />
)

test('its regions are there before it is', () => {
  const place = mountPart(toast())
  remove = place.remove
  const roles = [...place.root.querySelectorAll('[role]')].map(({ role }) => role)
  expect(roles).toEqual(['status', 'alert'])
})

test('a success is a status without a button', async () => {
  ;({ remove } = mountPart(toast({ kind: 'success', text: 'Address copied', count: 1 })))
  await expect.element(page.getByRole('status')).toHaveTextContent('Address copied')
  expect(page.getByRole('button').elements()).toEqual([])
})

test('an error is an alert that stays until it is dismissed', async () => {
  ;({ remove } = mountPart(toast({ kind: 'error', text: 'Copying failed', count: 1 })))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Copying failed')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(onDismiss).toHaveBeenCalledOnce()
})
