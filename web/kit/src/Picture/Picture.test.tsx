import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Picture } from './Picture.tsx'

let place: ReturnType<typeof mountPart>

afterEach(() => place.remove())

const mount = (name: string, src?: string | string[]) => {
  place = mountPart(<Picture of="wallet" name={name} src={src} />)
}
const shown = () => place.root.querySelector('.Picture') as HTMLElement

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='

test('shows the image, which says nothing and sends no referrer', () => {
  mount('Harbor', PIXEL)
  const image = shown().querySelector('img')
  expect(image?.alt).toBe('')
  expect(image?.referrerPolicy).toBe('no-referrer')
})

test.for([
  ['what is broken', 'data:image/png;base64,AAAA'],
  ['what is no image', 'data:text/html,<h1>Harbor</h1>'],
  ['what cannot be reached', 'http://127.0.0.1:9/harbor.png'],
])('draws a monogram instead of %s', async ([, src]) => {
  mount('Harbor', src)
  await expect.poll(() => shown().textContent).toBe('H')
  expect(shown().querySelector('img')).toBeNull()
})

test('in forced colours, which take shadows away, it has an edge', async () => {
  const force = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  mount('Harbor', PIXEL)
  const edge = () => getComputedStyle(shown(), '::after').outline
  expect(edge()).toBe('rgba(0, 0, 0, 0) solid 1px')
  await force('active')
  expect(edge()).toMatch(/^rgb\(.* solid 1px$/)
  await force('')
})

test('of several images the first that can be drawn', async () => {
  mount('Harbor', ['data:image/png;base64,AAAA', '', PIXEL])
  await expect.poll(() => shown().querySelector('img')?.src).toBe(PIXEL)
})

test.for([
  ['«harbor»', 'H'],
  ['<b>Bold', 'B'],
  ['\u202e4 Winds', '4'],
  ['محفظة', 'م'],
])('the monogram of %s is %s', ([name, letter]) => {
  mount(name as string)
  expect(shown().textContent).toBe(letter)
})

test('a name without letters gets the drawing', () => {
  mount('🦊')
  expect(shown().querySelector('svg.Icon')).not.toBeNull()
})

test.for([
  ['small', 24],
  ['row', 40],
  ['tile', 56],
  ['large', 72],
] as const)('%s is %s across, a coin is round, and neither says anything', ([size, pixels]) => {
  for (const [of, radius] of [
    ['wallet', '25%'],
    ['network', '50%'],
  ] as const) {
    place?.remove()
    place = mountPart(<Picture of={of} name="Harbor" size={size} />)
    expect([shown().offsetWidth, shown().offsetHeight]).toEqual([pixels, pixels])
    expect(getComputedStyle(shown()).borderRadius).toBe(radius)
    expect(shown().ariaHidden).toBe('true')
  }
})
