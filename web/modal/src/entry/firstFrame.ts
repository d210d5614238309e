import { colourOf } from '../../../kit/src/Avatar/colourOf.ts'
import { html, isolated, skeletonRow } from '../../../kit/src/Dialog/draw.ts'
import type { Wallets } from '../../../shell/src/all/WalletProvider'
import type { State } from '../../../shell/src/entry/store'
import { activeNamespace } from '../all/selectors'
import { listRows } from '../generated/lists'
import { shortened } from '../text/shortened'
import type { LatchkitOptions } from './options'

/**
 * What stands in the dialog until its view is there, as tall as that will be: of Account whose it is, over
 * its balance and a row for each account; of all others the rows of the Connect list, with the way to all
 * wallets.
 */
export function firstFrame(state: State, wallets: Wallets, options: LatchkitOptions): HTMLElement {
  const { address, addressExplorerUrl } = state.accounts[activeNamespace(state)] ?? {}
  const rows: HTMLElement[] = []
  const addRow = () => rows.push(skeletonRow())
  if (state.route.history[0] === 'Account' && address) {
    const face = html('i', 'Avatar')
    face.style.setProperty('--lk-face', colourOf(address))
    Object.values(state.accounts).forEach(addRow)
    if (addressExplorerUrl) addRow()
    const whose = html('div', 'whose', face, isolated(shortened(address)))
    return html('div', 'First', whose, ...rows)
  }
  wallets.watch(addRow)()
  for (const own of [options.featuredWalletIds, options.customWallets].flat()) if (own) addRow()
  while (rows.length < listRows) addRow()
  addRow()
  return html('div', 'First', ...rows)
}
