import { html } from '../../../kit/src/Dialog/draw.ts'
import type { Views } from './chunks'
import { complain } from './complain'
import type { DialogParts, ModalDialog } from './dialog'
import { entrySheet } from './sheet'

/**
 * Shows the modal of an instance in its place on the page, in all shadow roots that are made for it, as soon as it is
 * loaded. To show it is to lead somebody there.
 */
export function startEmbedding({ store, opening, settings }: DialogParts): ModalDialog {
  const kept = html('div')
  let isOver = false
  let shown: Awaited<ReturnType<Views['embed']>> | undefined
  const show = async () => {
    const { embed, locale, mount } = await opening.load()
    if (isOver) return
    shown = await embed({
      name: settings().instance,
      store,
      locale,
      sheet: entrySheet(),
      kept,
      mount,
    })
    if (isOver) shown.end()
  }
  show().catch(complain)
  return {
    show: async () => shown?.reveal(),
    keep: () => kept,
    destroy() {
      isOver = true
      shown?.end()
    },
  }
}
