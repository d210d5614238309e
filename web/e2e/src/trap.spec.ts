import type { Page } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'
import { addOwnWallet, plainWallet } from './ownWallet.ts'

/** Choosing this one makes the engine trap. */
const trap = { ...plainWallet, rdns: 'org.example.trap', name: 'Trap' }

/** A module of WebAssembly whose only function, `trap`, is `unreachable`. */
const trapping = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00, 0x07, 0x08, 0x01, 0x04, 0x74, 0x72, 0x61, 0x70, 0x00, 0x00],
  ...[0x0a, 0x05, 0x01, 0x03, 0x00, 0x00, 0x0b],
]

/**
 * Adds the wallet. The engine imports `perform`; once that has asked this wallet, which notes that it was,
 * it ends in a real trap with the engine's own frames below it.
 */
async function addTrap(page: Page): Promise<void> {
  await addOwnWallet(page, trap, generatePrivateKey())
  await page.addInitScript(
    ({ note, trapping }) => {
      const { Instance, Module } = WebAssembly
      const { exports } = new Instance(new Module(new Uint8Array(trapping)))
      const ending =
        (perform: (...given: unknown[]) => void) =>
        (...given: unknown[]) => {
          perform(...given)
          if (!localStorage.getItem(note)) return
          localStorage.removeItem(note)
          ;(exports.trap as () => void)()
        }
      WebAssembly.Instance = class extends Instance {
        constructor(module: WebAssembly.Module, imports: WebAssembly.Imports = {}) {
          for (const names of Object.values(imports))
            for (const name of Object.keys(names))
              if (name.startsWith('__wbg_perform_')) names[name] = ending(names[name] as () => void)
          super(module, imports)
        }
      }
    },
    { note: `own-wallet:${trap.rdns}`, trapping },
  )
}

test('an engine that traps says so, lets go of whoever asked, and starts again', async ({
  host,
  dialog,
  wallet,
  page,
  witness,
}) => {
  witness.expect(/\[latchkit\] The engine stopped unexpectedly/)
  await addTrap(page)
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
  await addTrap(page)
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
