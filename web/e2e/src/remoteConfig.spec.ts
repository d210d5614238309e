import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'
import type { Dev } from './latchkitDev.ts'

const everySocial = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']
const nothing = {
  email: false,
  socials: [],
  swaps: false,
  onramp: [],
  activity: false,
  branding: false,
}
const branding = 'Connections by Latchkit'

/** Makes a project with these features; gives its id. */
const projectWith = ({ project }: Dev, ...features: string[]) =>
  project('create', '--name', 'Shop', ...features.flatMap(feature => ['--feature', feature]))

/** What the host is told is on, of what the server decides. */
const decided = (page: Page) =>
  page.evaluate(async () => {
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    const { email, socials, swaps, onramp, activity, branding } = getLatchkit().getRemoteFeatures()
    return { email, socials, swaps, onramp, activity, branding }
  })

for (const [name, features, told] of [
  [
    'all features, as they are built in',
    ['social_login=on', 'swap=on', 'onramp=on', 'activity=on', 'reown_branding=line'],
    {
      email: true,
      socials: everySocial,
      swaps: true,
      onramp: ['coinbase', 'meld'],
      activity: true,
      branding: true,
    },
  ],
  [
    'some, made of what the operator chose',
    ['social_login=email,github', 'swap=on', 'onramp=meld', 'activity=off'],
    { ...nothing, email: true, socials: ['github'], swaps: true, onramp: ['meld'] },
  ],
  ['none', [], nothing],
] as const) {
  test(`a project with ${name}`, async ({ host, dialog, page, dev }) => {
    const projectId = await projectWith(dev, ...features)
    const asked = page.waitForResponse(answer => answer.url().includes('/appkit/v1/config'))
    await host.goto('', { projectId })
    await host.button.click()
    await dialog.shows('Connect')
    expect((await asked).url()).toContain(`projectId=${projectId}`)
    await expect.poll(() => decided(page)).toEqual(told)
    await expect(dialog.root.getByText(branding)).toHaveCount(told.branding ? 1 : 0)
  })
}

test('what the operator changes holds from the next visit on', async ({
  host,
  dialog,
  page,
  dev,
}) => {
  const projectId = await projectWith(dev)
  const visit = async () => {
    await host.goto('', { projectId })
    await host.button.click()
    await dialog.shows('Connect')
  }
  await visit()
  await expect(dialog.root.getByText(branding)).toHaveCount(0)
  await dev.project('set', projectId, '--feature', 'reown_branding=line')
  await visit()
  await expect(dialog.root.getByText(branding)).toBeVisible()
  expect(await decided(page)).toEqual({ ...nothing, branding: true })
})

test('local options that the server overrides are named in one warning', async ({
  host,
  dialog,
  page,
  dev,
  witness,
}) => {
  const warning =
    /warning: \[latchkit\] The server decides about email, swaps, branding: the option features is ignored for them/
  witness.expect(warning)
  const projectId = await projectWith(dev, 'swap=on')
  const features = { email: false, swaps: false, branding: true, receive: false }
  await host.goto('', { projectId, features })
  await host.button.click()
  await dialog.shows('Connect')
  await expect.poll(() => decided(page)).toEqual({ ...nothing, swaps: true })
  await dialog.close()
  await host.button.click()
  await dialog.shows('Connect')
  expect(witness.count(warning)).toBe(1)
})

test('what the site names in remoteFeatures holds over the server, from the first view on', async ({
  host,
  dialog,
  page,
  dev,
  witness,
  origins,
}) => {
  const projectId = await projectWith(dev, 'social_login=email,github', 'swap=on')
  await host.goto('', { projectId, remoteFeatures: { email: false, branding: true } })
  await host.button.click()
  await dialog.shows('Connect')
  await expect(dialog.root.getByText(branding)).toBeVisible()
  const ofServer = { ...nothing, socials: ['github'], swaps: true }
  await expect.poll(() => decided(page)).toEqual({ ...ofServer, branding: true })

  await page.evaluate(async () => {
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    getLatchkit().updateRemoteFeatures({ branding: undefined, email: undefined, swaps: false })
  })
  await expect(dialog.root.getByText(branding)).toHaveCount(0)
  expect(await decided(page)).toEqual({ ...ofServer, email: true, swaps: false })
  const config = `${origins.server}/appkit/v1/config`
  expect(witness.requested.filter(url => url.startsWith(config))).toHaveLength(1)
})

test('with remoteFeatures false the server is not asked, and the site decides', async ({
  host,
  dialog,
  page,
  witness,
}) => {
  const features = {
    email: false,
    socials: false,
    swaps: false,
    onramp: false,
    history: false,
    branding: true,
  }
  await host.goto('', { remoteFeatures: false, features })
  await host.button.click()
  await dialog.shows('Connect')
  await expect(dialog.root.getByText(branding)).toBeVisible()
  expect(await decided(page)).toEqual({ ...nothing, branding: true })
  expect(witness.requested.filter(url => url.includes('/appkit/v1/config'))).toEqual([])
})

test('where the server cannot be asked, all that it decides is off', async ({
  host,
  dialog,
  page,
  witness,
  origins,
}) => {
  witness.expect(/Failed to load resource/, /error: \[latchkit\] No Latchkit server\./)
  const config = `${origins.server}/appkit/v1/config`
  await page.route(`${config}?*`, route => route.abort())
  const options = { features: { email: true }, remoteFeatures: { branding: true } }
  await host.goto('', options)
  await host.button.click()
  await dialog.shows('Connect')
  const asked = () => witness.requested.filter(url => url.startsWith(config)).length
  await expect.poll(asked).toBe(4)
  expect(await decided(page)).toEqual({ ...nothing, branding: true })
})

/** The demo page on an origin that is not this machine's own name. */
const shopAt = (page: Page, origin: string) =>
  new Host(page, origin.replace('//localhost', '//shop.localhost'))

const unverified = /error: \[latchkit\] Unverified domain\. .*http:\/\/shop\.localhost:\d+ /
const invalid = /error: \[latchkit\] Invalid App Configuration\. .*http:\/\/shop\.localhost:\d+ /
const refused = /Failed to load resource: .* 403/

test('a page that is not among the origins: each alert once, and answers it can read', async ({
  page,
  dialog,
  dev,
  witness,
  origins,
}) => {
  witness.expect(unverified, invalid, refused)
  const allowed = ['--add-origin', 'https://shop.example', '--analytics', 'on']
  const projectId = await dev.project('create', '--name', 'Shop', ...allowed)
  const shop = shopAt(page, origins.host)
  witness.allow(shop.origin)
  await shop.goto('?wallets=none', { projectId })
  const events = () => witness.requested.filter(url => url.startsWith(`${origins.server}/e?`))
  for (const told of [2, 4, 6]) {
    await shop.button.click()
    await dialog.shows('Connect')
    await dialog.close()
    await expect.poll(() => events().length).toBeGreaterThanOrEqual(told)
  }
  await expect.poll(() => witness.count(invalid)).toBe(1)
  expect(witness.count(unverified)).toBe(1)

  const answers = await page.evaluate(
    async ([server, projectId]) => {
      const ask = async (path: string, body: object) => {
        const query = path.includes('?') ? '&' : '?'
        const answer = await fetch(`${server}${path}${query}projectId=${projectId}`, {
          method: 'POST',
          body: JSON.stringify(body),
        })
        const { reasons } = await answer.json()
        return { status: answer.status, field: reasons[0].field }
      }
      const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
      return [await ask('/v1?chainId=eip155:31337', call), await ask('/e', {})]
    },
    [origins.server, projectId] as const,
  )
  const forbidden = { status: 403, field: 'origin' }
  expect(answers).toEqual([forbidden, forbidden])
})

test('a pattern of origins that fits the page: no alert', async ({
  page,
  dialog,
  dev,
  witness,
  origins,
}) => {
  const allowed = ['--add-origin', 'http://*.localhost:*', '--analytics', 'on']
  const projectId = await dev.project('create', '--name', 'Shop', ...allowed)
  const shop = shopAt(page, origins.host)
  witness.allow(shop.origin)
  await shop.goto('?wallets=none', { projectId })
  const kept = page.waitForResponse(answer => answer.url().startsWith(`${origins.server}/e?`))
  await shop.button.click()
  await dialog.shows('Connect')
  expect((await kept).status()).toBe(200)
})

test('with debug false nothing is said in the console', async ({
  page,
  dialog,
  dev,
  witness,
  origins,
}) => {
  witness.expect(refused)
  const allowed = ['--add-origin', 'https://shop.example', '--analytics', 'on']
  const projectId = await dev.project('create', '--name', 'Shop', ...allowed)
  const shop = shopAt(page, origins.host)
  witness.allow(shop.origin)
  const event = page.waitForResponse(answer => answer.url().startsWith(`${origins.server}/e?`))
  const wrong = { noSuchOption: 1, providerWaitMs: -1, featuredWalletIds: 'none' }
  await shop.goto('?wallets=none', { projectId, debug: false, ...wrong })
  await shop.button.click()
  await dialog.shows('Connect')
  expect((await event).status()).toBe(403)
  await expect.poll(() => witness.count(refused)).toBeGreaterThan(0)
})
