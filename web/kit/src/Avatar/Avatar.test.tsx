import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Avatar } from './Avatar.tsx'
import { colourOf } from './colourOf.ts'

let place: ReturnType<typeof mountPart> | undefined

afterEach(() => place?.remove())

test('the colour is that of the first six digits', () => {
  expect(colourOf('0xD8762e71C7F3A2b5B09E4B2a41bD3F00e17C976F')).toBe('#d8762e')
})

test('an address of another alphabet has a colour too', () => {
  for (const address of ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'z', ''])
    expect(colourOf(address)).toMatch(/^#[0-9a-f]{6}$/)
})

test('five tints, from light to the colour itself', () => {
  place = mountPart(<Avatar address="0xD8762e71C7F3A2b5B09E4B2a41bD3F00e17C976F" />)
  const face = place.host.shadowRoot?.querySelector('.Avatar') as HTMLElement
  const channel = (part: number) => Math.round(part).toString(16).padStart(2, '0')
  const colours = [
    ...getComputedStyle(face).backgroundImage.matchAll(/(rgb|color)\((?:srgb )?([\d., ]+)\)/g),
  ].map(([, kind, parts = '']) => {
    const channels = parts.split(/,? /).map(part => Number(part) * (kind === 'rgb' ? 1 : 255))
    return `#${channels.map(channel).join('')}`
  })
  expect(colours).toEqual(['#f6e1d1', '#eec3a3', '#e5a575', '#dd894b', '#d8762e'])
})
