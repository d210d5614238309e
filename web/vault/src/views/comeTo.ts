/**
 * Whoever is in the frame is in its view: at the field, where one is asked for, so that they can type at once; else where
 * the view begins, which is said to whoever does not see it. Who is somewhere in it stays there.
 */
export function comeTo(view: HTMLElement): void {
  if ((view.getRootNode() as ShadowRoot).activeElement) return
  const field = view.querySelector<HTMLElement>('textarea, input:not([type=checkbox])')
  const start = view.querySelector<HTMLElement>('section[aria-labelledby], .StatusPanel h3')
  const to = field ?? start ?? view
  if (to !== field) to.tabIndex = -1
  to.focus({ preventScroll: true })
}
