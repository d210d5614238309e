import { face, html, isolated, skeletonRows } from '../../../kit/src/Dialog/draw.ts'
import type { State } from '../../../shell/src/entry/store'
import { activeNamespace } from '../all/selectors'
import { shortened } from '../text/shortened'
import { drawList, type FirstFrame, type FirstFrameParts } from './firstList'

/**
 * What is known of the view that will come, where that will have it: of Connect its list; of Account whose it
 * is, over the places of its balance and of what it holds; of all others the places of a list.
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
  const namespace = activeNamespace(state)
  const { address } = state.accounts[namespace] ?? {}
  if (!address) return
  const whose = html('div', `whose ${namespace}`, face(address), isolated(shortened(address)))
  return [whose, ...skeletonRows(4)]
}
