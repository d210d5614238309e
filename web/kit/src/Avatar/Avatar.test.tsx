import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Avatar } from './Avatar.tsx'
import { tints } from './tints.ts'

let place: ReturnType<typeof mountPart> | undefined

afterEach(() => place?.remove())

test('five tints, from light to the colour of the first six digits', () => {
  const colours = tints('0xD8762e71C7F3A2b5B09E4B2a41bD3F00e17C976F')
  expect(colours).toEqual(['#f6e1d1', '#eec3a3', '#e5a575', '#dd894b', '#d8762e'])
})

test('an address of another alphabet has a colour too', () => {
  for (const address of ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'z', ''])
    for (const colour of tints(address)) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
})

test('is drawn without a style attribute, each with a gradient of its own', () => {
  place = mountPart(
    <>
      <Avatar address="0x111111" />
      <Avatar address="0x222222" />
    </>,
  )
  const root = place.host.shadowRoot as ShadowRoot
  expect(root.querySelector('[style]')).toBeNull()
  const ids = [...root.querySelectorAll('radialGradient')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  const fills = [...root.querySelectorAll('circle')].map(circle => circle.getAttribute('fill'))
  expect(fills).toEqual(ids.map(id => `url(#${id})`))
})
