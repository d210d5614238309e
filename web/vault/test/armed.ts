import { expect } from 'vitest'
import type { mountFrame } from '../../gallery/src/mountFrame.tsx'
import type { stubLooking } from './stubLooking.ts'

type Place = ReturnType<typeof mountFrame>

/** Whether the button that takes nothing but what a person has seen takes a press now. */
export const isArmed = ({ root }: Place): boolean =>
  root.querySelector('.ArmedButton')?.hasAttribute('data-armed') ?? false

/** A person sees all of it, for as long as it takes. */
export async function see(place: Place, look: ReturnType<typeof stubLooking>): Promise<void> {
  look({ isVisible: true, intersectionRatio: 1 })
  await expect.poll(() => isArmed(place), { timeout: 5_000 }).toBe(true)
}
