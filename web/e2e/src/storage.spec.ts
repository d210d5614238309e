import type { Page } from '@playwright/test'
import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

/** Makes storage refuse our items; the wallet of the page keeps its own. */
const refuseWrites = (page: Page, error: string) =>
  page.addInitScript(error => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('@latchkit')) throw new DOMException('No room.', error)
      setItem.call(this, key, value)
    }
  }, error)

for (const error of ['QuotaExceededError', 'SecurityError'])
  test(`storage that refuses with ${error} keeps nobody from connecting`, async ({
    host,
    dialog,
    wallet,
    page,
  }) => {
    await refuseWrites(page, error)
    await connected({ host, dialog, wallet })
    await host.button.click()
    await dialog.button('Disconnect').click()
    await host.isDisconnected()
    await host.button.click()
    await wallet.approves(() => dialog.walletRow(rdnsOf()).click(), 'wallet_requestPermissions')
    await host.isConnected(accounts[0])
    // Nothing could be kept.
    await host.reload()
    await host.isDisconnected()
  })

test('storage that cannot even be named keeps nobody from the list', async ({
  host,
  dialog,
  page,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })
  await host.goto('?wallets=none')
  await host.button.click()
  await dialog.shows('Connect')
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  await dialog.close()
  await host.isDisconnected()
})

const damages = [
  ['cut in half', (text: string) => text.slice(0, text.length / 2)],
  ['of a newer version', (text: string) => text.replace('"v":1', '"v":2')],
  ['of another shape', () => '{"v":1,"value":[[7]]}'],
] as const

/** The items, whether somebody is connected, and what shows without them. */
const items = [
  ['snapshot', true, 'Connect'],
  ['eip155:connection', true, 'Connect'],
  ['active-network', false, 'Connect'],
  ['recent-wallets', true, 'Account'],
] as const

for (const [item, isConnected, view] of items)
  for (const [name, damaged] of damages)
    test(`a stored ${item} ${name} is ignored, with one warning`, async ({
      host,
      dialog,
      wallet,
      page,
      witness,
    }) => {
      await connected({ host, dialog, wallet })
      // Nothing of it is written any more.
      await expect(host.probe('balance')).not.toBeEmpty()
      if (!isConnected) await host.call('disconnect')
      const key = `@latchkit/default:${item}`
      const text = await page.evaluate(key => localStorage.getItem(key) ?? '', key)
      expect(text).toContain('"v":1')
      const given = [key, damaged(text)] as const
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), given)
      const warning = new RegExp(`The stored item (${key}|${item}) is broken or newer`)
      witness.expect(warning)
      await host.reload()
      if (view === 'Account') await host.isConnected(accounts[0])
      else await host.isDisconnected()
      await host.button.click()
      await dialog.shows(view)
      await expect.poll(() => witness.count(warning)).toBe(1)
    })
