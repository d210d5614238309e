import { accounts } from './chain.ts'
import { connected, type Parties } from './connected.ts'
import { expect, test } from './fixtures.ts'

/** Somebody whose wallet went to a network that the site does not have, and who has opened the dialog. */
async function stranded({ host, dialog, wallet }: Parties) {
  await connected({ host, dialog, wallet })
  await wallet.act('chain-elsewhere')
  await host.button.click()
  await dialog.shows('UnsupportedChain')
}

test('the dialog closes every way, the page goes on saying so, and opening leads there again', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await stranded({ host, dialog, wallet })
  for (const dismiss of [
    () => page.keyboard.press('Escape'),
    () => dialog.clickBackdrop(),
    () => dialog.button('Close').click(),
  ]) {
    await dismiss()
    await dialog.isClosed()
    await expect(host.button).toHaveText('Wrong network')
    await host.button.click()
    await dialog.shows('UnsupportedChain')
  }
})

test('the way out of an unsupported network is to disconnect', async ({ host, dialog, wallet }) => {
  await stranded({ host, dialog, wallet })
  await dialog.button('Disconnect').click()
  await dialog.isClosed()
  await host.isDisconnected()
})

test('a wallet that comes back by itself takes the dialog with it', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await stranded({ host, dialog, wallet })
  await page.getByTestId('wallet-chain-localhost').dispatchEvent('click')
  await dialog.shows('Account')
  await host.isConnected(accounts[0])
  await dialog.close()
})

test('a site that allows it shows the account on any network', async ({ host, dialog, wallet }) => {
  await connected({ host, dialog, wallet }, '', { allowUnsupportedChain: true })
  await wallet.act('chain-elsewhere')
  await expect(host.probe('chain-id')).toHaveText('999')
  await host.button.click()
  await dialog.shows('Account')
  await expect(dialog.button(/This site does not work on it/)).toBeVisible()
  await dialog.close()
})
