import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { StoreContext } from '../../shell/src/StoreContext'
import type { Store } from '../../shell/src/store'
import { Router } from './views/Router'
import { viewsCss } from './views/viewsCss'

const sheet = new CSSStyleSheet()
sheet.replaceSync(viewsCss)

/**
 * Renders the views of `store` into `container`, which is in a shadow root, before it returns, so that
 * a dialog that opens with everything loaded shows no skeleton. Returns the way to take them away.
 */
export function mount(container: Element, store: Store): () => void {
  const scope = container.getRootNode()
  if (scope instanceof ShadowRoot && !scope.adoptedStyleSheets.includes(sheet))
    scope.adoptedStyleSheets.push(sheet)
  const root = createRoot(container)
  flushSync(() =>
    root.render(
      <StoreContext value={store}>
        <Router />
      </StoreContext>,
    ),
  )
  return () => root.unmount()
}
