import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('a click paints the dialog in the same turn, before anything is loaded', async ({ host }) => {
  await host.goto()
  const painted = await host.button.evaluate((button: HTMLButtonElement) => {
    button.click()
    const dialog = document.querySelector('latchkit-modal')?.shadowRoot?.querySelector('dialog')
    return {
      isModal: dialog?.matches(':modal'),
      wallets: [...(dialog?.querySelectorAll('[data-wallet]') ?? [])].map(it => it.textContent),
      places: dialog?.querySelectorAll('.Skeleton.row').length,
    }
  })
  expect(painted).toEqual({ isModal: true, wallets: ['Dev Wallet'], places: 5 })
})

test('nothing of the modal is loaded before somebody wants it', async ({ host, witness }) => {
  await host.goto()
  const ours = witness.requested.filter(url => url.includes('/latchkit/'))
  const files = ['latchkit.js', 'networks.js'].map(name => `${host.origin}/latchkit/${name}`)
  expect(ours.sort()).toEqual(files)
})

test('connects, and shows what the chain says', async ({
  context,
  host,
  dialog,
  wallet,
  chain,
  origins,
  witness,
}) => {
  const [address] = accounts
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: host.origin })
  await host.goto()
  await host.isDisconnected()
  await host.button.click()
  await dialog.shows('Connect')
  await expect(dialog.walletRow(rdnsOf())).toHaveAccessibleName(/Dev Wallet/)

  const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
  await dialog.shows('ConnectingExternal')
  await expect(dialog.heading).toHaveText('Approve in Dev Wallet')
  await expect(host.probe('status')).toHaveText('connecting')
  await window.approve('wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(address)

  const balance = await chain.shownBalanceOf(address)
  await expect(host.probe('balance')).toHaveText(balance)
  await expect(host.button).toContainText(balance)
  const node = `${origins.server}/v1?`
  expect(witness.requested.filter(url => url.startsWith(node))).not.toEqual([])

  await host.button.click()
  await dialog.shows('Account')
  await expect(dialog.root).toContainText(balance)
  await expect(dialog.root).toContainText('Localhost')
  await dialog.button('Account settings').click()
  await dialog.shows('AccountSettings')
  await expect(dialog.root).toContainText('Dev Wallet')
  await dialog.back()
  await dialog.shows('Account')
  await dialog.button(/^Copy address/).click()
  await expect(dialog.root.getByText('Address copied')).toBeAttached()
  expect(await host.page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await dialog.button('Disconnect').click()
  await dialog.isClosed()
  await host.isDisconnected()
})
