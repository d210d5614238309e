import { html } from '../../../kit/src/Dialog/draw.ts'
import type { Store } from '../../../shell/src/entry/store'
import { complain } from './complain'
import type { Opening } from './opening'
import { entrySheet } from './sheet'

/**
 * Shows the modal of the instance `name` in its place on the page, in all shadow roots that are made for
 * it, as soon as it is loaded. Returns the ways to lead somebody there, to keep something there and to stop.
 */
export function startEmbedding(name: string, store: Store, { load }: Opening) {
  const kept = html('div')
  let isOver = false
  let shown: Awaited<ReturnType<Awaited<ReturnType<typeof load>>['embed']>> | undefined
  const show = async () => {
    const { embed, locale, mount } = await load()
    if (isOver) return
    shown = await embed({ name, store, locale, sheet: entrySheet(), kept, mount })
    if (isOver) shown.end()
  }
  show().catch(complain)
  return {
    show: () => shown?.reveal(),
    keep: (): HTMLElement => kept,
    destroy() {
      isOver = true
      shown?.end()
    },
  }
}
