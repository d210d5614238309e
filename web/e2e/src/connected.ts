import { accounts } from './chain.ts'
import { type DevWallet, rdnsOf } from './devWallet.ts'
import type { Dialog } from './dialog.ts'
import type { Host } from './host.ts'

/** Whom most journeys are about. */
export type Parties = { host: Host; dialog: Dialog; wallet: DevWallet }

/** Opens the demo page and connects its wallet, as most journeys begin. */
export async function connected(
  { host, dialog, wallet }: Parties,
  query = '',
  options?: object,
): Promise<void> {
  await host.goto(query, options)
  await host.button.click()
  await wallet.approves(() => dialog.walletRow(rdnsOf()).click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(accounts[0])
}
