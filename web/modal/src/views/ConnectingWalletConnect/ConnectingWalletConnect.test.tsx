import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './ConnectingWalletConnect.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 760))
afterEach(() => place.remove())

test('a wallet is looked for in another place', async () => {
  place = mountState(states.code)
  await expect
    .element(page.getByRole('tab', { name: 'Phone' }))
    .toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('tabpanel', { name: 'Phone' })).toBeVisible()
  await page.getByRole('tab', { name: 'Desktop app' }).click()
  expect(place.sent).toEqual([{ type: 'choosePlatform', platform: 'desktop' }])
})

test('the tabs stay where they are, whatever they show', () => {
  const heights = (['code', 'browser', 'desktop', 'web', 'takenUp', 'expired'] as const).map(
    state => {
      place = mountState(states[state])
      const { height } = (
        place.root.querySelector('.layout') as HTMLElement
      ).getBoundingClientRect()
      place.remove()
      return height
    },
  )
  place = mountState(states.code)
  expect(new Set(heights).size, heights.join(', ')).toBe(1)
})

test.for([
  ['needsGesture', 'Open Marlin', 'Open Marlin'],
  ['opened', 'Continue in Marlin', 'Open again'],
  ['unanswered', 'Marlin didn’t open?', 'Open again'],
] as const)('%s: one tap opens it', async ([state, said, button]) => {
  place = mountState(states[state])
  expect(place.root.querySelector('.said')?.textContent).toContain(said)
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(place.sent).toEqual([{ type: 'openWallet' }, { type: 'copyLink' }])
})

test('where no link shows anything, it is copied, or opened once more', async () => {
  place = mountState(states.spent)
  expect(place.root.querySelector('.said')?.textContent).toContain('Marlin didn’t open?')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Open again' }).click()
  expect(place.sent).toEqual([{ type: 'copyLink' }, { type: 'openWallet' }])
})

test.for([
  ['takenUp', 'Open again'],
  ['settling', 'Open again'],
  ['expired', 'New code'],
  ['refused', 'Try again'],
] as const)('%s: nothing else is done with the link', async ([how, button]) => {
  const { connect } = states[how === 'refused' ? how : 'spent']
  const step = { type: how === 'refused' ? 'ready' : how } as const
  place = mountState({
    ...states.spent,
    connect: { ...connect, handoff: { ...connect.handoff, step } },
  })
  await expect.element(page.getByRole('button', { name: button, exact: true })).toBeVisible()
  expect(place.root.querySelector('.ListItem')).toBeNull()
})

test('whose wallet has the request is not asked for it any more', async () => {
  place = mountState(states.takenUp)
  await expect.element(page.getByRole('button', { name: 'New code' })).toBeVisible()
  await expect.element(page.getByText('Get it')).not.toBeVisible()
})

test('until there is a link nothing can be tapped in vain', async () => {
  place = mountState(states.preparing)
  await expect
    .element(page.getByRole('button', { name: 'One moment…' }))
    .toHaveAttribute('aria-busy', 'true')
  expect(place.root.textContent).not.toContain('Copy link')
})

const ended = {
  unreachable: { type: 'unreachable', why: 'relay' },
  expired: { type: 'expired' },
} as const

test.for(['unreachable', 'expired'] as const)(
  '%s or declined: the extension needs nobody far away',
  async how => {
    const { connect } = states.browser
    const { step } = states.refused.connect
    const handoff = { ...connect.handoff, step: ended[how] }
    place = mountState({ ...states.browser, connect: { ...connect, step, handoff } })
    await page.getByRole('button', { name: 'Get the extension' }).click()
    expect(place.sent).toEqual([{ type: 'showWays' }])
    const far = { ...states.desktop.connect.handoff, step: ended[how] }
    place.publish({ connect: { ...connect, handoff: far } })
    expect(place.root.querySelector('.foot .Button')?.textContent).not.toBe('Open Marlin')
  },
)

test('a wallet that is a page opens in a tab, and is nothing to be got', async () => {
  place = mountState(states.web)
  expect(place.root.querySelector('.said')?.textContent).toContain('It opens in a new tab.')
  expect(place.root.querySelector('.guide')).toBeNull()
})

test('the other device is the one that scans', async () => {
  const { connect } = states.opened
  const { code, uri } = states.code.connect.handoff
  const handoff = { ...connect.handoff, platform: 'qrcode', code, uri } as const
  place = mountState({ ...states.opened, connect: { ...connect, handoff } })
  const said = 'Open Marlin on the other device, and scan this screen.'
  await expect.element(page.getByText(said)).toBeVisible()
})

test('who does not have it is led to where it can be had', async () => {
  place = mountState(states.code)
  await page.getByRole('button', { name: 'Get it' }).click()
  expect(place.sent).toEqual([{ type: 'showWays' }])
})
