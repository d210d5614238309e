import { shared } from 'virtual:latchkit-shared'
import first from 'virtual:latchkit-text/en/first'
import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import type { Dialog } from '../../../kit/src/Dialog/Dialog'
import type { Chunk } from '../../../shell/src/all/loadChunk'
import { wantsLittle } from '../../../shell/src/all/wantsLittle'
import type { Store } from '../../../shell/src/entry/store'
import { StoreContext } from '../../../shell/src/views/StoreContext'
import type { Settings } from '../entry/options'
import { type Locale, LocaleContext } from '../text/useText'
import type { EmbeddedParts } from './embedded'
import { firstViews } from './firstViews'
import { arrival, createLazyChunk } from './LazyChunk'
import { LazyContext } from './LazyContext'
import type { LoadPart } from './LoadPart'
import { Router } from './Router'
import { released } from './released'
import type { LazyViews } from './SecondChunk'
import { SpendContext } from './SpendChunk'
import { showIn } from './showIn'
import { viewsCss } from './viewsCss'

// As in `entry/chunks.ts`.
declare const __LAZY_VIEWS__: Chunk<LazyChunkFile>

/** The second chunk of views: a function of what it shares with this one. */
interface LazyChunkFile {
  default(modules: typeof shared): LazyViews
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(viewsCss)

/** Empty until the chunks after the first are there. */
const lazySheet = new CSSStyleSheet()
const spendSheet = new CSSStyleSheet()

/** The language of the views, BCP 47. */
const tag = 'en'

/** The views of an instance that is set up as `settings` says; `load` brings the other chunks of them. */
export function views(load: LoadPart, settings: () => Settings) {
  const locale: Locale = { tag, first }
  const lazyViews = createLazyChunk(async () => {
    const loaded = (await load(__LAZY_VIEWS__)).default(shared)
    loaded.arrive({ load, first: shared, locale, sheet: lazySheet }, settings())
    return loaded
  })
  const spendViews = createLazyChunk(async () => {
    const loaded = await (await arrival(lazyViews)).bringSpend(load, shared)
    if (locale.all) locale.spend = { ...locale.all, ...loaded.texts }
    spendSheet.replaceSync(loaded.css)
    return loaded
  })
  const render = (
    container: Element,
    store: Store,
    content = <Router lazyViews={lazyViews} />,
  ): Root => {
    const root = createRoot(container)
    flushSync(() =>
      root.render(
        <StoreContext value={store}>
          <LocaleContext value={locale}>
            <LazyContext value={lazyViews}>
              <SpendContext value={spendViews}>{content}</SpendContext>
            </LazyContext>
          </LocaleContext>
        </StoreContext>,
      ),
    )
    return root
  }
  /**
   * Renders the views of `store` into `container`, which is in a shadow root, before it returns, so that
   * a dialog that opens with everything loaded shows no skeleton. Returns the way to take them away.
   */
  function mount(container: Element, store: Store): () => void {
    const scope = container.getRootNode()
    if (scope instanceof ShadowRoot && !scope.adoptedStyleSheets.includes(sheet))
      scope.adoptedStyleSheets.push(sheet, lazySheet, spendSheet)
    const root = render(container, store)
    if (!wantsLittle()) whenIdle(lazyViews.load)
    return () => root.unmount()
  }

  return {
    /** The language of the views, BCP 47. */
    locale: tag,
    /** Resolves when the view that `store` wants has come, or did not come, and may take the place of a first frame. */
    async arrived(store: Store) {
      const name = store.get().route.history.at(-1)
      if (name && !(name in firstViews)) await arrival(lazyViews).catch(() => undefined)
      await released()
    },
    /**
     * Renders the views once where nobody sees them, when the page is idle and the dialog still closed: the
     * browser has compiled them when they are wanted. So it does with Account, which those see first who are
     * connected, as soon as that has come.
     */
    rehearse(store: Store) {
      const once = (content?: ReactElement) => {
        if (!store.get().modal.open) render(document.createElement('div'), store, content).unmount()
      }
      whenIdle(() => {
        once()
        arrival(lazyViews).then(
          // What it shows may not be there yet.
          ({ views: { Account } }) => store.get().presence && once(<Account />),
          () => undefined,
        )
      })
    },
    mount,
    /** The same in an open dialog. */
    mountIn: (dialog: Dialog, store: Store) => showIn(dialog, store, mount),
    /** Shows the views wherever the page has a place for them. Rejects where they do not load. */
    embed: async (parts: EmbeddedParts) => (await arrival(lazyViews)).embed(parts),
  }
}

/** Safari has no idle callback; a while after the dialog has come it is idle as well. */
function whenIdle(run: () => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run)
  else setTimeout(run, 300)
}
