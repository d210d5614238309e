export const title = 'Dialog'
export const isInDialog = true

export const states = {
  /** What the entry paints at the click, before any view is loaded. */
  skeleton: () => null,
}
