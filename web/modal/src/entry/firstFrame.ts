import { face, html, isolated, skeletonRows } from '../../../kit/src/Dialog/draw.ts'
import type { State } from '../../../shell/src/entry/store'
import { activeNamespace } from '../all/selectors'
import { shortened } from '../text/shortened'
import { drawList, type FirstFrame, type FirstFrameParts } from './firstList'

/**
 * What is known of the view that will come, where that will have it: of Connect its list; of Account whose it
 * is, over the place of its balance and a row for each account; of all others the places of a list.
 */
export function firstFrame(parts: FirstFrameParts): FirstFrame {
  const state = parts.store.get()
  const [view] = state.route.history
  if (view === 'Connect') return drawList(parts)
  const rows = view === 'Account' && accountRows(state)
  const element = html('div', `First ${view}`, ...(rows || skeletonRows(5)))
  return { element, end() {} }
}

function accountRows(state: State): HTMLElement[] | undefined {
  const { address, addressExplorerUrl } = state.accounts[activeNamespace(state)] ?? {}
  if (!address) return
  const whose = html('div', 'whose', face(address), isolated(shortened(address)))
  const rows = Object.keys(state.accounts).length + (addressExplorerUrl ? 1 : 0)
  return [whose, ...skeletonRows(rows)]
}
