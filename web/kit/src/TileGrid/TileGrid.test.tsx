import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Language } from '../../../gallery/src/languages.ts'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { SkeletonTiles } from '../Skeleton/Skeleton.tsx'
import { TileGrid } from './TileGrid.tsx'

let place: ReturnType<typeof mountPart>
const onClick = vi.fn()

beforeEach(() => page.viewport(480, 700))
afterEach(() => {
  place.remove()
  onClick.mockReset()
})

const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']
const mount = (language: Language = 'en') => {
  place = mountPart(
    <TileGrid
      label="Wallets"
      tiles={names.map(name => ({
        id: name,
        name,
        installed: name === 'Two' ? 'Installed' : undefined,
        onClick: () => onClick(name),
      }))}
    />,
    false,
    { language },
  )
}
const focused = () => (place.root.activeElement as HTMLElement | null)?.dataset.wallet

test('three columns of 104 × 108; what is installed has a dot and a word', async () => {
  mount()
  const boxes = names.map(name =>
    place.root.querySelector(`[data-wallet="${name}"]`)?.getBoundingClientRect(),
  )
  expect([boxes[0]?.width, boxes[0]?.height]).toEqual([104, 108])
  expect(boxes.map(box => box?.top)).toEqual(boxes.map((_, at) => boxes[at - (at % 3)]?.top))
  await page.getByRole('button', { name: 'Two Installed' }).click()
  expect(onClick).toHaveBeenCalledWith('Two')
})

test.for([
  ['en', ['{ArrowRight}', 'Two'], ['{ArrowDown}', 'Five'], ['{ArrowLeft}', 'Four']],
  ['ar-XB', ['{ArrowLeft}', 'Two'], ['{ArrowDown}', 'Five'], ['{ArrowRight}', 'Four']],
] as const)('%s: Tab takes one tile, the arrow keys move on', async ([language, ...steps]) => {
  mount(language)
  await userEvent.tab()
  expect(focused()).toBe('One')
  for (const [key, name] of steps) {
    await userEvent.keyboard(key)
    expect(focused()).toBe(name)
  }
  await userEvent.keyboard('{End}{ArrowDown}')
  expect(focused()).toBe('Seven')
  await userEvent.keyboard('{Home}{ArrowUp}{Enter}')
  expect(focused()).toBe('One')
  expect(onClick).toHaveBeenCalledWith('One')
  expect([...place.root.querySelectorAll('[tabindex="0"]')].length).toBe(1)
})

test('skeletons are where the tiles will be, to the pixel', () => {
  mount()
  const boxOf = (selector: string) => {
    const grid = place.root.querySelector('.Panel') as HTMLElement
    const { left, top } = grid.getBoundingClientRect()
    const box = place.root.querySelector(selector)?.getBoundingClientRect() as DOMRect
    return [box.left - left, box.top - top, box.width, box.height]
  }
  const icon = boxOf('.Picture')
  place.remove()
  place = mountPart(<SkeletonTiles count={7} />)
  expect(boxOf('.Skeleton.tiles i')).toEqual(icon)
})
