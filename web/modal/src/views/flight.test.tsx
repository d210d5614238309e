import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { finishMotion } from '../../../gallery/src/finishMotion.ts'
import { mountState } from '../../../gallery/src/mount.tsx'
import { account } from '../generated/fixtures/account.ts'
import { connect } from '../generated/fixtures/connect.ts'
import { connecting } from '../generated/fixtures/connecting.ts'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => {
  place.remove()
  document.querySelector('latchkit-button')?.remove()
  document.querySelector('latchkit-flight')?.remove()
})

const icon = () => place.root.querySelector('.ProgressRing .Picture') as Element
const flyer = () => document.querySelector('latchkit-flight')
const closed = { open: false, loading: false, shake: false }
const idle = { step: { type: 'idle' as const } }
const connected = { accounts: account.connected.accounts, connect: idle, modal: closed }
const middleOf = ({ x, y, width, height }: DOMRect) => [x + width / 2, y + height / 2]

/** A button of the page that shows an account. */
function button() {
  const element = document.createElement('latchkit-button')
  const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  shadow.innerHTML = '<i class="Avatar"></i>'
  const face = shadow.querySelector('i') as HTMLElement
  face.style.cssText = 'position: fixed; top: 10px; left: 10px; width: 24px; height: 24px'
  document.body.append(element)
  return face
}

/** Harbor was chosen in the list, and is asked. */
async function choose() {
  place = mountState(connect.one)
  await finishMotion(place.root)
  const row = place.root.querySelector('[data-wallet="example.harbor"]') as HTMLElement
  row.focus()
  const start = (row.querySelector('.Picture') as Element).getBoundingClientRect()
  place.publish(connecting.waiting)
  return start
}

/** Connects; its way to the button, held at its end. */
async function arrive() {
  await choose()
  place.publish(connected)
  const [way] = flyer()?.getAnimations() ?? []
  way?.pause()
  if (way) way.currentTime = 150
  return way
}

test('the icon comes into its ring from its row', async () => {
  const start = await choose()
  const [way] = icon().getAnimations()
  way?.pause()
  const now = icon().getBoundingClientRect()
  expect(now.width).toBeCloseTo(start.width, 0)
  const [x, y] = middleOf(now)
  const [fromX, fromY] = middleOf(start)
  expect(x).toBeCloseTo(fromX ?? 0, 0)
  expect(y).toBeCloseTo(fromY ?? 0, 0)
  way?.finish()
  expect(icon().getBoundingClientRect().width).toBe(72)
})

test('it goes into the page’s button when the wallet is connected, and is gone then', async () => {
  const face = button()
  const way = await arrive()
  const { x, y, width } = (flyer() as Element).getBoundingClientRect()
  const home = face.getBoundingClientRect()
  expect([x, y, width].map(Math.round)).toEqual([home.x, home.y, home.width])
  expect(getComputedStyle(icon()).opacity).toBe('0')
  way?.play()
  await expect.poll(flyer).toBeNull()
})

test('it lands where the face is by then: the balance comes, and the button grows', async () => {
  const face = button()
  const way = await arrive()
  const other = face.cloneNode() as HTMLElement
  other.style.left = '90px'
  face.replaceWith(other, 'and more of it')
  const home = other.getBoundingClientRect()
  await expect.poll(() => Math.round(flyer()?.getBoundingClientRect().x ?? 0)).toBe(home.x)
  way?.play()
  await expect.poll(flyer).toBeNull()
})

test('whoever gives up sees the dialog close and no more', async () => {
  button()
  await choose()
  place.publish({ connect: idle, modal: closed })
  expect(flyer()).toBeNull()
})

test.for([
  ['none', {}],
  ['one above what shows', { top: '-100px' }],
  ['one below it', { top: '5000px' }],
  ['one beside it', { left: '5000px' }],
  ['one that takes no room', { display: 'none' }],
] as const)('with no button in sight, but %s, the dialog closes and no more', async ([, style]) => {
  Object.assign(button().style, style)
  if (Object.keys(style).length === 0) document.querySelector('latchkit-button')?.remove()
  await choose()
  place.publish(connected)
  expect(flyer()).toBeNull()
})

/** What the visitor says of motion. */
const motion = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  })

test('where motion is not wanted nothing goes anywhere', async () => {
  button()
  await motion('reduce')
  await choose()
  expect(icon().getAnimations()).toEqual([])
  place.publish(connected)
  expect(flyer()).toBeNull()
  await motion('')
})
