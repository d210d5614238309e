import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { WalletIcon } from './WalletIcon.tsx'

let place: ReturnType<typeof mountPart> | undefined

afterEach(() => place?.remove())

const icon = () => place?.host.shadowRoot?.querySelector('.WalletIcon') as HTMLElement

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='

test('shows the image, which says nothing and sends no referrer', () => {
  place = mountPart(<WalletIcon name="Harbor" src={PIXEL} />)
  const image = icon().querySelector('img')
  expect(image?.alt).toBe('')
  expect(image?.referrerPolicy).toBe('no-referrer')
  expect(icon().ariaHidden).toBe('true')
})

test('draws a monogram where the image is refused', async () => {
  place = mountPart(<WalletIcon name="Harbor" src="data:image/png;base64,AAAA" />)
  await expect.poll(() => icon().textContent).toBe('H')
  expect(icon().querySelector('img')).toBeNull()
})

test.for([
  ['«harbor»', 'H'],
  ['<b>Bold', 'B'],
  ['\u202e4 Winds', '4'],
  ['محفظة', 'م'],
])('the monogram of %s is %s', ([name, letter]) => {
  place = mountPart(<WalletIcon name={name as string} />)
  expect(icon().textContent).toBe(letter)
})

test('a name without letters gets our drawing', () => {
  place = mountPart(<WalletIcon name="🦊" />)
  expect(icon().querySelector('svg.Icon')).not.toBeNull()
})
