import { afterEach, beforeEach, expect, vi } from 'vitest'
import { fakeInstance } from './fakes'

type Start = (...given: Parameters<typeof fakeInstance>) => ReturnType<typeof fakeInstance>

/** Starts instances over fake engines for the tests of a file, which end with the test. No complaint is printed. */
export function fakeInstances(): Start {
  const living: ReturnType<typeof fakeInstance>[] = []
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue()
  })
  afterEach(() => {
    for (const { instance } of living.splice(0)) instance.destroy()
    vi.restoreAllMocks()
    localStorage.clear()
    sessionStorage.clear()
  })
  return (...given) => {
    const fake = fakeInstance(...given)
    living.push(fake)
    return fake
  }
}

/** The modal on the page. */
export const element = () => document.querySelector<HTMLElement>('latchkit-modal')

/** Once a dialog has gone. */
export const isGone = () => expect.poll(element).toBeNull()

/** Longer than a dialog takes to go. */
export const settled = () => new Promise(resolve => setTimeout(resolve, 250))
