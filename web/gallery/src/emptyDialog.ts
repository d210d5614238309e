import { createDialog, type Dialog } from '../../kit/src/Dialog/Dialog.ts'
import { html, skeletonRows } from '../../kit/src/Dialog/draw.ts'

/** A dialog that has no view yet: three rows are still to come. */
export function emptyDialog(onDismiss: () => void): Dialog {
  const places = html('div', '', ...skeletonRows(3))
  const element = html('dialog', 'Dialog')
  return createDialog({ title: 'Connect', closeLabel: 'Close', places, element, onDismiss })
}
