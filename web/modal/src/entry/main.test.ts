import { afterEach, expect, test, vi } from 'vitest'
import { options, projectId } from '../../test/fakes'
import * as latchkit from './main'

const { createLatchkit, getLatchkit } = latchkit
const warned = vi.spyOn(console, 'warn').mockReturnValue()

afterEach(() => {
  for (const name of ['default', 'other', 'again', 'silent', 'silent']) getLatchkit(name)?.destroy()
  warned.mockClear()
})

test('what the package exports', () => {
  expect(Object.keys(latchkit).sort()).toMatchInlineSnapshot(`
    [
      "LatchkitConfigError",
      "ProviderRpcError",
      "createLatchkit",
      "getLatchkit",
    ]
  `)
})

test('a second call is the same modal; other options apply and are warned of', () => {
  const first = createLatchkit(options({ instance: 'again' }))
  expect(createLatchkit(options({ instance: 'again' }))).toBe(first)
  expect(warned).not.toHaveBeenCalled()
  expect(createLatchkit(options({ instance: 'again', themeMode: 'dark' }))).toBe(first)
  expect(first.getThemeMode()).toBe('dark')
  expect(warned).toHaveBeenCalledOnce()
})

test('another instance is independent', () => {
  const first = createLatchkit(options())
  const other = createLatchkit(options({ instance: 'other' }))
  expect(other).not.toBe(first)
  expect(other.getProvider()).not.toBe(first.getProvider())
  other.destroy()
  expect(getLatchkit('other')).toBeUndefined()
  expect(getLatchkit()).toBe(first)
})

test('after destroy a call makes a new one', () => {
  const first = createLatchkit(options())
  first.destroy()
  first.destroy()
  expect(createLatchkit(options())).not.toBe(first)
})

test('two projects under one name are warned of', () => {
  const first = createLatchkit(options())
  const other = createLatchkit(options({ projectId: projectId.replaceAll('d', 'c') }))
  expect(other).not.toBe(first)
  expect(warned).toHaveBeenCalledOnce()
  other.destroy()
  expect(getLatchkit()).toBe(first)
})

test('a host that wants to hear nothing does not', () => {
  createLatchkit(options({ instance: 'silent', debug: false }))
  createLatchkit(options({ instance: 'silent', debug: false, themeMode: 'dark' }))
  const project = projectId.replaceAll('d', 'c')
  createLatchkit(options({ instance: 'silent', projectId: project, debug: false }))
  expect(warned).not.toHaveBeenCalled()
  getLatchkit('silent')?.destroy()
  createLatchkit(options({ instance: 'silent' }))
  expect(warned).toHaveBeenCalledOnce()
})

test('the element is there', () => {
  expect(customElements.get('latchkit-button')).toBeDefined()
})
