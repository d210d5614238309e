import type { CDPSession, Page } from '@playwright/test'
import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import type { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'

/** Where something is: its middle, and how wide it is. */
type Place = { x: number; y: number; width: number }

/** What was painted in one frame. */
type Frame = {
  /** Where the wallet's icon is, and in whose hands. */
  icon?: { of: 'row' | 'ring' | 'flight'; at: Place }
  /** Where the parts of the view are. */
  view: string
  /** Where the site's own content is, and how far one could scroll. */
  site: string
}

/** Runs in the page: looks at each frame that has a dialog in it, or the icon of a wallet on its way. */
function watchFrames(wallet: string) {
  const frames: Frame[] = []
  const placeOf = (element: Element): Place => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2, width }
  }
  const modal = () => document.querySelector('latchkit-modal')?.shadowRoot
  const iconNow = () => {
    const flyer = document.querySelector('latchkit-flight')?.shadowRoot
    const icons = {
      flight: flyer?.querySelector('.Picture'),
      ring: modal()?.querySelector('.ProgressRing .Picture.wallet'),
      row: modal()?.querySelector(`[data-wallet="${wallet}"] .Picture`),
    }
    for (const of of ['flight', 'ring', 'row'] as const) {
      const icon = icons[of]
      if (icon) return { icon: { of, at: placeOf(icon) } }
    }
    return {}
  }
  const look = () => {
    const card = modal()?.querySelector<HTMLElement>('dialog[open]')
    const icon = iconNow()
    // A dialog that closes fades where it is; what its view becomes meanwhile is no way of it.
    if (!card && icon.icon?.of !== 'flight') return
    const parts = card?.querySelectorAll('.Header, .body, .foot, .ProgressRing .Picture') ?? []
    const boxes = [card, ...parts].map(part => part && placeOf(part))
    const main = document.querySelector('main') as HTMLElement
    const { scrollWidth, clientWidth, clientHeight } = document.documentElement
    frames.push({
      ...icon,
      view: `${card?.dataset.view} ${JSON.stringify(boxes)}`,
      site: [main.offsetLeft, main.offsetTop, scrollWidth, clientWidth, clientHeight].join(),
    })
  }
  // What is painted is known once the frame is over: within it, observers of sizes are still to come. What
  // was put into the page since belongs to the next one.
  let isChanged = false
  const changes = new MutationObserver(() => {
    isChanged = true
  })
  const { port1, port2 } = new MessageChannel()
  const next = () => {
    for (const root of [document.body, modal()])
      if (root) changes.observe(root, { childList: true, subtree: true })
    isChanged = false
    port2.postMessage('painted')
  }
  port1.onmessage = () => {
    if (!isChanged) look()
    requestAnimationFrame(next)
  }
  next()
  Object.assign(window, { framesSeen: () => frames })
}

const framesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { framesSeen(): Frame[] }).framesSeen())

/** What is in a page beside the site, and what moves there. */
const tracesIn = (page: Page) =>
  page.evaluate(() => ({
    elements: [...document.body.children].map(it => it.localName),
    sheets: document.adoptedStyleSheets.length,
    attributes: [document.documentElement, document.body].map(it => it.getAttributeNames()),
    animations: document.getAnimations().length,
  }))

/** Nothing moves any more but what turns for ever. */
const atRest = (dialog: Dialog) =>
  expect
    .poll(() =>
      dialog.root.evaluate(card => {
        const moving = (card.getRootNode() as ShadowRoot).getAnimations()
        const ends = moving.map(({ effect }) => effect?.getComputedTiming().endTime)
        return ends.filter(it => it !== Infinity).length
      }),
    )
    .toBe(0)

/** How fast everything moves in a page: 1 as always, 0 not at all. */
async function clockOf(page: Page): Promise<(rate: number) => Promise<unknown>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  return playbackRate => devtools.send('Animation.setPlaybackRate', { playbackRate })
}

const iconsOf = (frames: readonly Frame[]) => frames.flatMap(({ icon }) => icon ?? [])

/** In whose hands the icon was, one after the other. */
const holders = (frames: readonly Frame[]) =>
  iconsOf(frames)
    .map(icon => icon.of)
    .filter((of, at, all) => of !== all[at - 1])

/** Where it was in those hands. */
const wayIn = (frames: readonly Frame[], holder: string) =>
  iconsOf(frames).flatMap(({ of, at }) => (of === holder ? at : []))

const isAt = (place: Place | undefined, other: Place | undefined) => {
  for (const part of ['x', 'y', 'width'] as const)
    expect(Math.abs((place?.[part] ?? NaN) - (other?.[part] ?? NaN))).toBeLessThan(1)
}

/** It gets nearer to where the way ends, all the way. */
function isWay(way: readonly Place[]) {
  const end = way.at(-1) as Place
  const left = way.map(({ x, y }) => Math.hypot(x - end.x, y - end.y))
  for (const [at, distance] of left.entries())
    expect(distance).toBeLessThan((left[at - 1] ?? Number.POSITIVE_INFINITY) + 1)
  expect(new Set(left.map(Math.round)).size).toBeGreaterThan(3)
}

test('the icon goes from its row through the ring to the button, and leaves nothing behind', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await host.goto()
  await page.evaluate(watchFrames, rdnsOf())
  const before = await tracesIn(page)
  const setRate = await clockOf(page)
  const holderNow = async () => iconsOf(await framesOf(page)).at(-1)?.of
  const lazy = page.waitForResponse('**/lazy_views-*.js')

  await host.button.click()
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  // What flies is in there.
  await page.evaluate(url => import(url), (await lazy).url())
  await atRest(dialog)
  await setRate(0)
  const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
  await expect.poll(holderNow).toBe('ring')
  await setRate(0.1)
  await atRest(dialog)
  await setRate(0)
  await window.approve('wallet_requestPermissions')
  await expect.poll(holderNow).toBe('flight')
  // The face is where it stays.
  await expect(host.probe('balance')).not.toBeEmpty()
  await setRate(0.1)
  await dialog.isClosed()
  await expect(page.locator('latchkit-flight, latchkit-modal')).toHaveCount(0)
  await host.isConnected(accounts[0])

  const frames = await framesOf(page)
  expect(holders(frames)).toEqual(['row', 'ring', 'flight'])
  const [inRow, inRing, inFlight] = ['row', 'ring', 'flight'].map(it => wayIn(frames, it)) as [
    Place[],
    Place[],
    Place[],
  ]
  isAt(inRing[0], inRow.at(-1))
  isWay(inRing)
  expect(inRing.at(-1)?.width).toBe(72)
  isAt(inFlight[0], inRing.at(-1))
  isWay(inFlight)
  const face = await host.button.locator('.Avatar').boundingBox()
  if (!face) throw new Error('the button shows no face')
  const { x, y, width, height } = face
  isAt(inFlight.at(-1), { x: x + width / 2, y: y + height / 2, width })

  expect(await tracesIn(page)).toEqual(before)
  expect([...new Set(frames.map(it => it.site))]).toHaveLength(1)
})

test('where motion is not wanted it fades: nothing moves in any view', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await host.goto()
  await page.evaluate(watchFrames, rdnsOf())
  const before = await tracesIn(page)
  await host.button.click()
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  await atRest(dialog)
  const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
  await dialog.shows('ConnectingExternal')
  await atRest(dialog)
  await window.approve('wallet_requestPermissions')
  await dialog.isClosed()
  await expect(page.locator('latchkit-modal')).toHaveCount(0)
  await host.isConnected(accounts[0])

  const frames = await framesOf(page)
  expect(holders(frames)).toEqual(['row', 'ring'])
  // Each view is seen in one place only.
  const views = [...new Set(frames.map(it => it.view))].map(it => it.split(' ')[0])
  expect(views).toEqual([...new Set(views)])
  expect(views).toContain('ConnectingExternal')
  expect(await tracesIn(page)).toEqual(before)
  expect([...new Set(frames.map(it => it.site))]).toHaveLength(1)
})
