import { randomUUID } from 'node:crypto'
import type { Frame, Page } from '@playwright/test'
import { knock, remember, remembered } from './framed.ts'
import { expect, test } from './framedFixtures.ts'

/** What the browser says where a page may not have the frame in it, and where such a page is. */
const refusal = /violates the following Content Security Policy directive: "frame-ancestors/
const refused = 'chrome-error://chromewebdata/'

test('HELLO is answered by WELCOME to exactly that page, and READY comes by the channel', async ({
  page,
  origins,
  framing,
  framedBy,
  project,
}) => {
  const shop = framing.at('shop.example')
  await page.goto(shop)
  const framed = framedBy(await project(shop))
  await framed.embed()
  const channel = await framed.hello()
  await expect.poll(async () => (await framed.heard()).windows).toHaveLength(1)
  const { windows, channels } = await framed.heard()
  expect(windows.map(({ origin }) => origin)).toEqual([origins.vault])
  expect(JSON.parse(`${windows[0]?.text}`)).toMatchObject({ type: 'WELCOME', id: channel })
  await expect.poll(async () => (await framed.heard()).channels[channel]?.length).toBe(1)
  expect(JSON.parse(`${channels[channel]?.[0]}`)).toMatchObject({ type: 'READY' })
})

test('whoever is not named does not get the frame, wherever it stands', async ({
  page,
  framing,
  framedBy,
  project,
  witness,
}) => {
  witness.expect(refusal)
  const [shop, evil] = ['shop.example', 'evil.example'].map(name => framing.at(name))
  const id = await project(`${shop}`)
  // In the page itself.
  await page.goto(`${evil}`)
  const framed = framedBy(id)
  const frame = await framed.embed()
  await expect.poll(() => frame.url()).toBe(refused)
  // Within a page that is named, within one that is not.
  await page.goto(`${evil}`)
  await insert(page, `${shop}`)
  const inner = page.frames().find(frame => frame.url().startsWith(`${shop}`))
  await inner?.evaluate(embedIn, framed.address)
  await expect.poll(() => page.frames().at(-1)?.url()).toBe(refused)
  await expect.poll(() => witness.count(refusal)).toBe(2)
})

test.describe('what looks like a page that is named', () => {
  // The port is part of each: it is the site's own.
  for (const [pattern, name] of [
    ['http://shop.example', 'shop.example.evil.example'],
    ['http://shop.example', 'evilshop.example'],
    ['http://shop.example', 'xn--shp-kna.example'],
    ['https://shop.example', 'shop.example'],
    ['shop.example', 'shop.example'],
    ['http://*.shop.example', 'shop.example'],
    ['http://*.shop.example', 'evilshop.example'],
    ['http://a.*.example', 'a.shop.example'],
  ] as const)
    test(`${name} is not ${pattern}`, async ({ page, framing, framedBy, project, witness }) => {
      witness.expect(refusal)
      const site = framing.at(name)
      const { port } = new URL(site)
      await page.goto(site)
      const framed = framedBy(await project(`${pattern}:${port}`))
      const frame = await framed.embed()
      await expect.poll(() => frame.url()).toBe(refused)
      await expect.poll(() => witness.count(refusal)).toBe(1)
    })

  test('another port is another page', async ({ page, framing, framedBy, project, witness }) => {
    witness.expect(refusal)
    await page.goto(framing.at('shop.example'))
    const framed = framedBy(await project('http://shop.example:1'))
    const frame = await framed.embed()
    await expect.poll(() => frame.url()).toBe(refused)
    await expect.poll(() => witness.count(refusal)).toBe(1)
  })

  test('what the policy says more widely than the pattern is refused by the frame itself', async ({
    page,
    framing,
    framedBy,
    project,
  }) => {
    const site = framing.at('b.a.shop.example')
    const { port } = new URL(site)
    await page.goto(site)
    const framed = framedBy(await project(`http://*.shop.example:${port}`))
    const frame = await framed.embed()
    expect(frame.url()).toBe(framed.address)
    await remember(frame)
    await framed.hello()
    await framed.hello()
    await expect.poll(() => remembered(frame)).toEqual([site, site])
    expect(await framed.heard()).toEqual({ windows: [], channels: expect.anything() })
    expect(Object.values((await framed.heard()).channels)).toEqual([[], []])
  })
})

test('a page without an origin of its own is not let in', async ({
  page,
  framing,
  framedBy,
  project,
  witness,
}) => {
  const shop = framing.at('shop.example')
  const framed = framedBy(await project(shop))
  await page.goto(shop)
  // A page without an origin of its own, in one that is named.
  witness.expect(refusal)
  await page.evaluate(address => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.srcdoc = `<iframe src="${address}"></iframe>`
    document.body.append(frame)
  }, framed.address)
  await expect.poll(() => page.frames().at(-1)?.url()).toBe(refused)
  await expect.poll(() => witness.count(refusal)).toBe(1)
})

test('another window than the page around is not heard, whoever it is; the page still is', async ({
  page,
  framing,
  framedBy,
  project,
}) => {
  const [shop, evil] = ['shop.example', 'evil.example'].map(name => framing.at(name))
  await page.goto(`${shop}`)
  const framed = framedBy(await project(`${shop}`))
  const frame = await framed.embed()
  await remember(frame)
  // Beside the frame: of the same origin, of another, of none.
  for (const origin of [shop, evil])
    await knock(await insert(page, `${origin}`), 'parent', randomUUID())
  await page.evaluate(() => {
    const beside = document.createElement('iframe')
    beside.setAttribute('sandbox', 'allow-scripts')
    beside.srcdoc = '<title>None</title>'
    document.body.append(beside)
  })
  await expect.poll(() => page.frames().length).toBe(5)
  const nobody = page.frames().at(-1) as Frame
  await expect.poll(() => nobody.url()).toBe('about:srcdoc')
  await nobody.waitForLoadState()
  await knock(nobody, 'parent', randomUUID())
  // Windows that the page opened.
  for (const origin of [shop, evil]) {
    const opened = page.waitForEvent('popup')
    await page.evaluate(url => void window.open(url, '_blank'), origin)
    const popup = await opened
    await popup.waitForLoadState()
    await knock(popup.mainFrame(), 'opener', randomUUID())
  }
  const told = [shop, evil, 'null', shop, evil]
  await expect.poll(async () => (await remembered(frame)).toSorted()).toEqual(told.toSorted())
  expect((await framed.heard()).windows).toEqual([])
  const channel = await framed.hello()
  await expect.poll(async () => (await framed.heard()).channels[channel]?.length).toBe(1)
})

test('once somebody is in, nobody else is, and the first one stays', async ({
  page,
  framing,
  framedBy,
  project,
}) => {
  const [shop, other] = ['shop.example', 'other.example'].map(name => framing.at(name))
  await page.goto(`${shop}`)
  const framed = framedBy(await project(`${shop}`, `${other}`))
  const frame = await framed.embed()
  const first = await framed.hello()
  await expect.poll(async () => (await framed.heard()).channels[first]?.length).toBe(1)
  await remember(frame)
  const again = await framed.hello()
  await framed.hello(first)
  await knock(await insert(page, `${other}`), 'parent', randomUUID())
  await expect.poll(() => remembered(frame)).toHaveLength(3)
  const request = await framed.request(first, 'IS_CONNECTED')
  await expect.poll(() => framed.answer(first, request)).toMatchObject({ ok: expect.anything() })
  const { windows, channels } = await framed.heard()
  expect(windows).toHaveLength(1)
  expect(channels[again]).toEqual([])
})

/** Puts another page beside what is there. */
async function insert(page: Page, url: string) {
  const before = page.frames().length
  await page.evaluate(embedIn, url)
  await expect.poll(() => page.frames().length).toBe(before + 1)
  const frame = page.frames().at(-1)
  if (!frame) throw new Error('there is no frame')
  await frame.waitForLoadState()
  return frame
}

/** In a page: puts another one into it. */
function embedIn(url: string) {
  const frame = document.createElement('iframe')
  frame.src = url
  document.body.append(frame)
}
