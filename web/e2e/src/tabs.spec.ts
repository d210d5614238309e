import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'

/** A wallet that cannot revoke: other tabs hear of a disconnection from us or from nobody. */
const quirk = 'no-permissions'
const query = `?wallet=${quirk}`

test('what is connected and disconnected in one tab is so in the other', async ({
  host,
  dialog,
  wallet,
  context,
}) => {
  const other = new Host(await context.newPage(), host.origin)
  await other.goto(query)
  await other.isDisconnected()
  await host.goto(query)
  // A tab behind another is drawn once a second.
  await host.page.bringToFront()
  await host.button.click()
  await wallet.approves(() => dialog.walletRow(rdnsOf(quirk)).click(), 'eth_requestAccounts')
  await host.isConnected(accounts[0])
  await other.isConnected(accounts[0])
  await expect(other.probe('balance')).not.toBeEmpty()

  const otherDialog = new Dialog(other.page)
  await other.page.bringToFront()
  await other.button.click()
  await otherDialog.shows('Account')
  await otherDialog.button('Disconnect').click()
  await other.isDisconnected()
  await host.isDisconnected()
})

test('an open list in one tab gives way to what the other connected', async ({
  host,
  dialog,
  wallet,
  context,
}) => {
  const other = new Host(await context.newPage(), host.origin)
  const otherDialog = new Dialog(other.page)
  await other.goto(query)
  await other.button.click()
  await otherDialog.shows('Connect')
  await host.goto(query)
  await host.page.bringToFront()
  await host.button.click()
  await wallet.approves(() => dialog.walletRow(rdnsOf(quirk)).click(), 'eth_requestAccounts')
  await other.isConnected(accounts[0])
  await other.reload()
  await other.isConnected(accounts[0])
})
