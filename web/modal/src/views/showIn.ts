import { attend } from '../../../kit/src/Dialog/attend'
import type { Dialog } from '../../../kit/src/Dialog/Dialog'
import type { Store } from '../../../shell/src/entry/store'

/**
 * Lets `mount` put the views of `store` into an open dialog, in place of its first frame: whoever was on a
 * row or a button there is on it in the view, and places that were painted stay so until another view shows.
 * Follows the slices `modal`, `route` and `failure`. Returns the way to take the views away.
 */
export function showIn(
  dialog: Dialog,
  store: Store,
  mount: (container: Element, store: Store) => () => void,
): () => void {
  const { element, view } = dialog
  const { activeElement } = view.getRootNode() as ShadowRoot
  const { shake, end } = attend(dialog)
  // A card that is kept says what it showed before.
  delete element.dataset.view
  let goesOn = hasPainted(view)
  const unmount = mount(view, store)
  if (activeElement instanceof HTMLButtonElement) focusLike(activeElement, view)
  const follow = () => {
    const { modal, route, failure } = store.get()
    const before = element.dataset.view
    const shown = failure.unexpected ? 'Unexpected' : route.history.at(-1)
    shake(modal.shake)
    goesOn &&= !before || before === shown
    element.classList.toggle('painted', goesOn)
    element.dataset.view = shown
  }
  const unsubscribe = store.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    end()
    unmount()
  }
}

/** Whether the places of the first frame have been painted: they pulse from then on. */
function hasPainted(view: Element): boolean {
  return view.getAnimations({ subtree: true }).some(({ startTime }) => startTime !== null)
}

/** Focuses the button of a view that is the same as one that has gone, by its wallet or its label. */
function focusLike({ dataset, ariaLabel }: HTMLElement, view: Element) {
  if (!dataset.wallet && !ariaLabel) return
  for (const it of view.querySelectorAll('button'))
    if (it.dataset.wallet === dataset.wallet && it.ariaLabel === ariaLabel)
      return it.focus({ preventScroll: true })
}
