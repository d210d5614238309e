import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { ListItem } from '../ListItem/ListItem.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { SkeletonRow } from './Skeleton.tsx'

let remove = () => {}

afterEach(() => remove())

test('a row is where the row will be, to the pixel', () => {
  const place = mountPart(
    <>
      <SkeletonRow />
      <ListItem icon={<Picture of="wallet" name="Harbor" />} label="Harbor" onClick={() => {}} />
    </>,
  )
  remove = place.remove
  const box = (selector: string) =>
    place.root.querySelector(selector)?.getBoundingClientRect() as DOMRect
  expect(box('.Skeleton.row').height).toBe(box('.ListItem').height)
  expect(box('.tile').left).toBe(box('.Picture').left)
  expect(box('.tile').width).toBe(box('.Picture').width)
  expect(box('.w120').left).toBe(box('.name').left)
})

test('in forced colours, which drop its fill, its edge is drawn', async () => {
  const forced = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  await forced('active')
  const place = mountPart(<SkeletonRow />)
  remove = place.remove
  for (const bar of place.root.querySelectorAll('.Skeleton i'))
    expect(getComputedStyle(bar).borderTopWidth).toBe('1px')
  await forced('')
})
