import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Entry } from '../Entry/Entry.tsx'
import { NftCard } from '../NftCard/NftCard.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { SkeletonCards, SkeletonEntries } from './EntrySkeleton.tsx'

let remove = () => {}

afterEach(() => remove())

test('rows are where the rows will be, to the pixel', () => {
  const place = mountPart(
    <>
      <SkeletonEntries count={1} />
      <Entry
        icon={<Picture of="network" name="Ether" />}
        label="Ether"
        detail="$1.00"
        value="$1.00"
        note="1 ETH"
      />
    </>,
  )
  remove = place.remove
  const box = (name: string) => place.root.querySelector(name)?.getBoundingClientRect() as DOMRect
  expect(box('.entry').height).toBe(box('.Entry').height)
  expect(box('.coin').left).toBe(box('.Picture').left)
  expect(box('.w96').left).toBe(box('.name').left)
  expect(box('.w72').right).toBe(box('.value').right)
})

test('cards are as high as cards', () => {
  const place = mountPart(
    <>
      <SkeletonCards count={2} />
      <div className="EntrySkeleton cards">
        <NftCard name="Lighthouse" collection="Lighthouses" />
      </div>
    </>,
  )
  remove = place.remove
  const height = (name: string) => place.root.querySelector(name)?.getBoundingClientRect().height
  expect(height('.Skeleton.cards > span')).toBe(height('.NftCard'))
})
