import { join } from 'node:path'
import { policyOf, serveFolders } from './folderServer.ts'
import { root } from './latchkitDev.ts'
import { announceOwnWallet, plainWallet } from './ownWallet.ts'
import { expect, test } from './seeded.ts'
import { accounts } from './seededChain.ts'
import { projectId } from './seededServer.ts'

const short = (address: string, end: number) => `${address.slice(0, 6)}…${address.slice(-end)}`

for (const [at, name, picture] of [
  [0, 'alice.eth', 'is at an address'],
  [4, 'offchain.eth', 'is none: that name lies with a gateway'],
  [5, 'collector.eth', 'is an NFT of its own'],
  [6, 'borrower.eth', 'is none: it is the NFT of another'],
] as const)
  test(`an account is called by its name, and its picture ${picture}`, async ({
    host,
    dialog,
    page,
    origins,
    openAccount,
  }) => {
    const account = accounts[at] ?? '0x'
    await openAccount(account)
    const owner = dialog.root.locator('.Owner')
    await expect(owner.locator('.name')).toHaveText(name)
    await expect(owner.locator('.address bdi')).toHaveText(short(account, 4))
    const own = owner.locator('.Face img')
    if (picture.startsWith('is none')) await expect(own).toHaveCount(0)
    else {
      await expect(own).toHaveJSProperty('complete', true)
      expect(await own.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
      expect(new URL((await own.getAttribute('src')) ?? '').origin).toBe(origins.server)
    }
    await dialog.close()
    await expect(host.button).toContainText(name)
    await page.reload()
    await expect(host.button).toContainText(name)
  })

test('who says to have the name of another is called by the address', async ({
  host,
  dialog,
  page,
  openAccount,
}) => {
  const liar = accounts[2] ?? '0x'
  const told = page.waitForResponse(/\/v1\/identity\//)
  await openAccount(liar)
  expect(await (await told).json()).toEqual({ resolvedAt: expect.any(String) })
  await expect(dialog.root.locator('.Owner .address bdi')).toHaveText(short(liar, 4))
  await expect(dialog.root.locator('.Owner .name')).toHaveCount(0)
  await expect(host.button).toContainText(short(liar, 6))
})

test('the hooks of React tell the name and where its picture is', async ({
  page,
  dialog,
  witness,
  origins,
}) => {
  const [alice = '0x'] = accounts
  const folder = join(root, 'web/host18/dist')
  const site = await serveFolders([['/', folder]], await policyOf(origins.host))
  witness.allow(site.origin)
  await page.addInitScript(announceOwnWallet, { ...plainWallet, address: alice })
  const asked = new URLSearchParams({ server: origins.server, project: projectId })
  await page.goto(`${site.origin}/?${asked}`)
  await page.getByRole('button', { name: 'Open from a hook' }).click()
  await dialog.walletRow(plainWallet.rdns).click()
  await expect(page.getByTestId('name')).toHaveText('alice.eth')
  const image = (await page.getByTestId('image').textContent()) ?? ''
  expect(new URL(image).origin).toBe(origins.server)
  expect((await page.request.get(image)).headers()['content-type']).toMatch(/^image\//)
  await page.getByRole('button', { name: 'Disconnect by a hook' }).click()
  await expect(page.getByTestId('name')).toBeEmpty()
  await expect(page.getByTestId('image')).toBeEmpty()
  await site.stop()
})
