import { generatePrivateKey } from 'viem/accounts'
import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'
import { addOwnWallet, plainWallet } from './ownWallet.ts'

/** Choosing this one makes an engine of a quick build panic. */
const trap = { ...plainWallet, rdns: 'dev.latchkit.trap', name: 'Trap' }

test('an engine that traps says so, lets go of whoever asked, and starts again', async ({
  host,
  dialog,
  wallet,
  page,
  witness,
}) => {
  witness.expect(/\[latchkit\] The engine stopped unexpectedly/)
  await addOwnWallet(page, trap, generatePrivateKey())
  await host.goto()
  const asked = host.request('eth_requestAccounts')
  await dialog.shows('Connect')
  await dialog.walletRow(trap.rdns).click()
  await dialog.shows('Unexpected')
  await expect(dialog.heading).toHaveText('Something went wrong')
  expect(await asked).toEqual({ code: -32603 })

  await dialog.button('Reload').click()
  await dialog.shows('Connect')
  const row = dialog.walletRow(rdnsOf())
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(accounts[0])
  await host.reload()
  await host.isConnected(accounts[0])
})

test('an engine that traps again and again is left alone', async ({
  host,
  dialog,
  page,
  witness,
}) => {
  witness.expect(/\[latchkit\]/)
  await addOwnWallet(page, trap, generatePrivateKey())
  await host.goto()
  await host.button.click()
  for (let time = 0; time < 2; time += 1) {
    await dialog.walletRow(trap.rdns).click()
    await dialog.shows('Unexpected')
    await dialog.button('Reload').click()
    await dialog.shows('Connect')
  }
  await dialog.walletRow(trap.rdns).click()
  await dialog.shows('Unexpected')
  expect(witness.count(/The engine stopped unexpectedly/)).toBe(3)
  expect(await host.request('eth_requestAccounts')).toEqual({ code: -32603 })
  await dialog.close()
})
