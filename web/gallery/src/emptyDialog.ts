import { createDialog, type Dialog } from '../../kit/src/Dialog/Dialog.ts'
import { html, skeletonRow } from '../../kit/src/Dialog/draw.ts'

/** A dialog that has no view yet: three rows are still to come. */
export function emptyDialog(onDismiss: () => void): Dialog {
  const places = html('div', '', ...Array.from({ length: 3 }, skeletonRow))
  return createDialog({ title: 'Connect', closeLabel: 'Close', places, onDismiss })
}
