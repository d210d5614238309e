import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './Instruction.story.tsx'

let remove = () => {}

afterEach(() => remove())

test.for([
  [700, 'under'],
  [420, 'beside'],
] as const)('in a window %s high the words stand %s the picture', async ([height, where]) => {
  await page.viewport(800, height)
  const place = mountPart(states.wallet())
  remove = place.remove
  const boxOf = (name: string) => place.root.querySelector(name)?.getBoundingClientRect()
  const [picture, words] = [boxOf('.Picture'), boxOf('.said')]
  const isUnder = (words?.top ?? 0) >= (picture?.bottom ?? Infinity)
  const isBeside = (words?.left ?? 0) >= (picture?.right ?? Infinity)
  expect({ isUnder, isBeside }).toEqual({
    isUnder: where === 'under',
    isBeside: where === 'beside',
  })
})
