import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { packageOf } from '../../modal/build/outputs.ts'
import { accounts } from './chain.ts'
import { policyOf, serveFolders } from './folderServer.ts'
import { root, startDev } from './latchkitDev.ts'
import { announceOwnWallet, plainWallet } from './ownWallet.ts'
import { installProbe, type Probe } from './probe.ts'
import { report, times } from './speedReport.ts'
import { Witness } from './witness.ts'

/** 1.6 Mbit/s. */
const bytesPerSecond = 200_000

type Row = keyof typeof rows
type Figures = Partial<Record<Row, number>>

/** What is measured, and the median's rounding in digits. */
const rows = {
  buttonUsableMs: 0,
  dialogPaintedMs: 0,
  walletsReadableMs: 0,
  listColdMs: 0,
  askedColdMs: 0,
  listWarmMs: 0,
  addressMs: 0,
  codeColdMs: 0,
  codeWarmMs: 0,
  codeAgainMs: 0,
  accountWarmMs: 0,
  blockingMs: 0,
  heapMb: 2,
  thirdPartyRequests: 0,
}

/** The wallet of the browser can be read; and the list is there whole, as the engine has it. */
const rowInSight = `[data-wallet="${plainWallet.rdns}"] .name`
const listInSight = 'dialog[data-view] [data-wallet]'
/** What the account has: first as it was stored. */
const worthInSight = '[data-view="Account"] .worth bdi'
/** A camera can read it. */
const codeInSight = '.QrCode:not(.faint) path'

type Timing = { clickedAt: number; shownAt: number }

test('speed', async ({ browser }) => {
  const dev = await startDev('release')
  const { host, server } = dev.origins
  const mounts = [
    ['/latchkit/', packageOf('release')],
    ['/', join(root, 'web/e2e/pages/plain')],
  ] as const
  const site = await serveFolders(mounts, await policyOf(host), 11)
  const url = `${site.origin}/?server=${encodeURIComponent(server)}`
  const figures: Figures[] = []
  for (let time = 0; time < times; time += 1) {
    const visit = { browser, url, origins: [site.origin, server] }
    const hasty = await visitHastily(visit)
    const code = { ...(await visitForCode(visit, false)), ...(await visitForCode(visit, true)) }
    const account = await visitAccount(visit)
    const warm = await visitWarm(visit)
    figures.push({ ...(await visitCold(visit)), ...hasty, ...code, ...account, ...warm })
  }
  await report('slow', rows, figures)
  await site.stop()
  await dev.stop()
})

type Visit = { browser: Browser; url: string; origins: readonly string[] }

/** From a first visit to a connection, nothing in any cache. */
async function visitCold(visit: Visit): Promise<Figures> {
  const { page, witness, close } = await openSlowly(visit)
  const buttonUsableMs = await markOf(page, 'created')
  const blockingMs = await page.evaluate(() => (window as unknown as Timer).blockingMs())
  const painted = timingOf(page, 'dialog[open]')
  const readable = timingOf(page, rowInSight)
  const list = timingOf(page, listInSight)
  await page.locator('latchkit-button button').click()
  const dialogPaintedMs = elapsed(await painted)
  const walletsReadableMs = elapsed(await readable)
  const listColdMs = elapsed(await list)
  const row = page.locator(`[data-wallet="${plainWallet.rdns}"]`)
  await row.evaluate(element => {
    element.addEventListener('click', () => performance.mark('chosen'), { capture: true })
  })
  // A person reads the list first; what comes behind it is there by then.
  await page.waitForLoadState('networkidle')
  await row.click()
  const addressMs = (await markOf(page, 'address')) - (await markOf(page, 'chosen'))
  expect(witness.verdict().filter(saying => !saying.startsWith('request'))).toEqual([])
  const thirdPartyRequests = witness.count(/^request to a stranger/)
  await close()
  return {
    buttonUsableMs,
    blockingMs,
    dialogPaintedMs,
    walletsReadableMs,
    listColdMs,
    addressMs,
    thirdPartyRequests,
  }
}

/** A click on a wallet of the first frame, as soon as it takes one: from there to the wallet. */
async function visitHastily(visit: Visit): Promise<Figures> {
  const { page, close } = await openSlowly(visit)
  await page.evaluate(() => {
    const mark = () => performance.mark('hasty')
    addEventListener('click', mark, { capture: true })
  })
  await page.locator('latchkit-button button').click()
  await page.locator(rowInSight).click()
  const asked = await markOf(page, 'asked')
  const clicks = await page.evaluate(() =>
    performance.getEntriesByName('hasty').map(({ startTime }) => startTime),
  )
  await close()
  return { askedColdMs: asked - (clicks.at(-1) ?? Number.NaN) }
}

/** A phone's code, when nothing of WalletConnect is there yet, and once more; or long after the row was hovered. */
async function visitForCode(visit: Visit, isHovered: boolean): Promise<Figures> {
  const { page, close } = await openSlowly(visit)
  const row = page.locator('[data-wallet="walletConnect"]')
  const tap = async () => {
    await row.waitFor()
    const code = timingOf(page, codeInSight)
    await row.click()
    return elapsed(await code)
  }
  // A person reads the list first; what comes behind it is there by then.
  const late = page.waitForResponse('**/late-*.wasm').then(response => response.finished())
  await page.locator('latchkit-button button').click()
  await late
  await page.waitForLoadState('networkidle')
  if (isHovered) {
    const relay = page.waitForEvent('websocket').then(it => it.waitForEvent('framereceived'))
    await row.hover()
    await relay
    await page.waitForLoadState('networkidle')
    const codeWarmMs = await tap()
    await close()
    return { codeWarmMs }
  }
  const codeColdMs = await tap()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  const codeAgainMs = await tap()
  await close()
  return { codeColdMs, codeAgainMs }
}

/** Account of somebody who saw it before, in a page that was loaded anew and hovered long before the click. */
async function visitAccount(visit: Visit): Promise<Figures> {
  const { page, close } = await openSlowly(visit)
  const button = page.locator('latchkit-button button')
  await button.click()
  await page.locator(`[data-wallet="${plainWallet.rdns}"]`).click()
  await markOf(page, 'address')
  await page.locator('dialog[open]').waitFor({ state: 'hidden' })
  await button.click()
  await page.locator(worthInSight).waitFor()
  await page.reload({ waitUntil: 'networkidle' })
  const loaded = page.waitForResponse('**/lazy_views-*.js').then(response => response.finished())
  await button.hover()
  await loaded
  await page.waitForLoadState('networkidle')
  const worth = timingOf(page, worthInSight)
  await button.click()
  const accountWarmMs = elapsed(await worth)
  await close()
  return { accountWarmMs }
}

/** A hover long before the click; then what the open modal holds in memory. */
async function visitWarm(visit: Visit): Promise<Figures> {
  const { page, close } = await openSlowly(visit)
  const button = page.locator('latchkit-button button')
  const loaded = page.waitForLoadState('networkidle')
  await button.hover()
  await page.waitForResponse('**/views-*.js').then(response => response.finished())
  await loaded
  const list = timingOf(page, listInSight)
  await button.click()
  const listWarmMs = elapsed(await list)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await close()
  return { listWarmMs, heapMb: usedSize / 1e6 }
}

type Timer = {
  blockingMs(): number
  timingOf(selector: string): Promise<Timing>
}

async function openSlowly({ browser, url, origins }: Visit) {
  const context = await browser.newContext()
  const witness = new Witness(context, origins)
  const page = await context.newPage()
  await page.addInitScript(announceOwnWallet, { ...plainWallet, address: accounts[0] })
  await page.addInitScript(installProbe)
  await page.addInitScript(installTimer)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'load' })
  await expect(page.locator('latchkit-button button')).toBeVisible()
  return { page, witness, close: () => context.close() }
}

/** Runs in the page. A timing ends with the first frame after a click in which something is there. */
function installTimer() {
  let blocking = 0
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) blocking += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  const timingOf = (selector: string) =>
    new Promise<Timing>(resolve => {
      const watch = async (event: Event) => {
        const { drawn } = window as unknown as Probe
        resolve({ clickedAt: event.timeStamp, shownAt: await drawn(selector) })
      }
      addEventListener('click', watch, { capture: true, once: true })
    })
  Object.assign(window, { timingOf, blockingMs: () => blocking })
}

/** Starts to wait; resolves when it has happened. */
const timingOf = (page: Page, selector: string): Promise<Timing> =>
  page.evaluate(selector => (window as unknown as Timer).timingOf(selector), selector)

const elapsed = ({ clickedAt, shownAt }: Timing) => shownAt - clickedAt

/** Since navigation, as soon as it is there. */
async function markOf(page: Page, name: string): Promise<number> {
  const find = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? null
  await expect.poll(() => page.evaluate(find, name)).not.toBeNull()
  return (await page.evaluate(find, name)) ?? Number.NaN
}
