import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { finishMotion } from '../../../../gallery/src/finishMotion.ts'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './ConnectingWalletConnectBasic.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 760))
afterEach(() => place.remove())

const part = (name: string) => place.root.querySelector(name) as HTMLElement

test('the code has a name, and its link is on the clipboard at a click', async () => {
  place = mountState(states.code)
  const code = page.getByRole('img', { name: 'Code that connects a wallet on your phone' })
  await expect.element(code).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(place.sent).toEqual([{ type: 'copyLink' }])
})

test.for([
  ['expired', 'This code has expired', 'New code', 'retry'],
  ['refused', 'Connection declined', 'Try again', 'retry'],
  ['relay', 'Phones cannot be reached', 'Try again', 'retry'],
  ['clock', 'The clock of this device is off', 'Try again', 'retry'],
  ['origin', 'Phones cannot be reached', 'Choose another wallet', 'back'],
  ['key', 'Phones cannot be reached', 'Choose another wallet', 'back'],
] as const)('%s: says so, shows no code, and leads on', async ([state, said, button, type]) => {
  place = mountState(states[state])
  expect(place.root.querySelector('.said')?.textContent).toContain(said)
  expect(place.root.querySelectorAll('[role=img]:not([aria-hidden=true])').length).toBe(0)
  await page.getByRole('button', { name: button }).click()
  expect(place.sent).toEqual([{ type }])
})

test.for([
  ['code', 'Any wallet that has WalletConnect reads this code.'],
  ['one', 'It works with Marlin.'],
  ['several', 'It works with Marlin, The Extraordinarily… and 2 others.'],
  ['unknown', 'Open your wallet’s scanner. Not every wallet reads this code.'],
] as const)('%s: says which wallets read the code', async ([state, said]) => {
  place = mountState(states[state])
  await expect.element(page.getByText(said)).toBeVisible()
  await page.getByRole('button', { name: 'Another wallet' }).click()
  expect(place.sent).toEqual([{ type: 'showCode', address: location.href }])
})

test('a code that no wallet reads is not shown: a phone gets to the page instead', async () => {
  place = mountState(states.unread)
  expect(place.root.querySelector('.QrCode')).toBeNull()
  await page.getByRole('button', { name: 'Show the code' }).click()
  await page.getByRole('button', { name: 'All wallets' }).click()
  expect(place.sent).toEqual([
    { type: 'showCode', address: location.href },
    { type: 'show', view: 'AllWallets' },
  ])
})

test('in its last minute the code says how long it lasts, and says it aloud twice', async () => {
  place = mountState(states.code)
  const heard: string[] = []
  const regions = [...place.root.querySelectorAll('[role=status], [role=alert]')]
  for (const region of regions)
    new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  const { connect } = states.lastMinute
  for (let secondsLeft = 60; secondsLeft > 0; secondsLeft -= 1) {
    place.publish({ connect: { ...connect, handoff: { ...connect.handoff, secondsLeft } } })
    await Promise.resolve()
    expect(part('.note').textContent).toMatch(new RegExp(`^This code expires in ${secondsLeft} s`))
  }
  expect(part('.note').closest('[role=status], [role=alert], [aria-live]')).toBeNull()
  expect(heard).toEqual([
    'This code expires within 60 seconds.',
    'This code expires within 10 seconds.',
  ])
  await expect
    .element(page.getByText('Any wallet that has WalletConnect reads this code.'))
    .toBeVisible()
})

test.for(['lastMinute', 'unknown'] as const)(
  '%s: how long it lasts stands under the sentence, and clear of the row',
  async state => {
    const { connect } = states[state]
    place = mountState({
      ...states[state],
      connect: { ...connect, handoff: { ...connect.handoff, secondsLeft: 42 } },
    })
    await finishMotion(place.root)
    const [sentence, note, row] = ['.said p', '.note', '.ListItem'].map(name =>
      part(name).getBoundingClientRect(),
    )
    expect(note?.top).toBe(sentence?.bottom)
    expect(row?.top).toBeGreaterThanOrEqual((note?.bottom ?? 0) + 8)
  },
)

test('where nobody can be reached, a press shows, whatever comes of it', async () => {
  place = mountState(states.relay)
  const button = () => part('.foot .Button')
  button().click()
  await expect.poll(() => button().ariaBusy).toBe('true')
  expect(button().textContent).toBe('Trying…')
  place.publish({ connect: states.reaching.connect })
  expect(part('.said').textContent).toContain('Phones cannot be reached')
  place.publish({ connect: states.relay.connect })
  await expect.poll(() => button().textContent).toBe('Try again')
  expect(place.sent).toEqual([{ type: 'retry' }])
})

test('a link that was copied says so on its button, and over nothing', async () => {
  place = mountState(states.code)
  place.publish({ toast: { shown: { kind: 'success', text: 'linkCopied', count: 1 } } })
  await expect.element(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(part('.layout > [role=status]').textContent).toBe('Link copied')
  expect(place.root.querySelector('.Toast')).toBeNull()
  place.publish({ toast: {} })
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('of a new link nobody hears that it was copied', async () => {
  place = mountState(states.code)
  const { connect } = states.code
  const toast = { shown: { kind: 'success', text: 'linkCopied', count: 1 } } as const
  place.publish({ toast })
  await expect.element(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  place.publish({
    connect: { ...connect, handoff: { ...connect.handoff, uri: 'wc:0@2' } },
    toast: { ...toast, shown: { ...toast.shown } },
  })
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(part('.layout > [role=status]').textContent).toBe('')
  place.publish({ toast: { shown: { ...toast.shown, count: 2 } } })
  await expect.element(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
})

test.for([
  [1280, 800, 320],
  [1280, 640, 284],
  [1280, 501, 240],
  [1280, 420, 240],
  [640, 400, 240],
  [320, 256, 104],
])('in %i × %i a code %i across shows whole', async ([width, height, size]) => {
  await page.viewport(width as number, height as number)
  place = mountState(states.several)
  await finishMotion(place.root)
  const [code, body] = ['.QrCode', '.body'].map(name => part(name).getBoundingClientRect())
  const { scrollHeight, clientHeight } = part('.body')
  const fade = Math.min(48, scrollHeight - clientHeight)
  expect(code?.width).toBe(size)
  expect(code?.bottom).toBeLessThanOrEqual((body?.bottom ?? 0) - fade)
})

test('nothing moves from the first moment to the last', () => {
  const { unread, ...moments } = states
  const tops = (Object.keys(moments) as (keyof typeof moments)[]).map(state => {
    place = mountState(states[state])
    const [code, button] = ['.StatusPanel > :first-child', '.foot .Button'].map(
      name => part(name).offsetTop,
    )
    place.remove()
    return `${code} ${button}`
  })
  place = mountState(states.code)
  expect(new Set(tops).size, tops.join(', ')).toBe(1)
})
