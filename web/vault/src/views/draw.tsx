import styles from 'virtual:latchkit-frame/styles/first'
import en from 'virtual:latchkit-frame/text/en/first'
import { createRoot } from 'react-dom/client'
import { addDrawings } from '../../../kit/src/Icon/Icon.tsx'
import * as laterPaths from '../../../kit/src/Icon/laterPaths.ts'
import { isRightToLeft } from '../../../modal/src/all/language.ts'
import { StoreContext } from '../../../shell/src/views/StoreContext.ts'
import type { WritableFrameStore } from '../all/state.ts'
import type { Tongue } from '../all/tongue.ts'
import type { SecretPlaces } from '../ops/show.ts'
import type { FirstTexts } from '../text/Texts.ts'
import { type Locale, LocaleContext } from '../text/useText.ts'
import { type LaterChunk, LaterContext } from './LaterChunk.ts'
import pageCss from './Page.css?inline'
import { PlacesContext } from './PlacesContext.ts'
import { type PageKind, Router } from './Router.tsx'
import { followTheme } from './theme.ts'

const texts: Record<Tongue, FirstTexts> = { en }

/** A window that was decided in closes itself, where the browser lets it. */
export function closeWhenDecided(store: WritableFrameStore): void {
  store.subscribe(() => {
    if (store.get().screen.review === 'decided') window.close()
  })
}

/** What the views have besides the store. */
export interface FrameParts {
  tongue: Tongue
  kind: PageKind
  places: SecretPlaces
}

/** Draws the views of `store` into the page, in a shadow root as the modal's are, and follows the host's theme. */
export function drawFrame(store: WritableFrameStore, parts: FrameParts): void {
  addDrawings(laterPaths)
  const { tongue, kind, places } = parts
  const locale: Locale = { tag: tongue, first: texts[tongue] }
  const element = document.createElement('latchkit-frame')
  document.documentElement.lang = tongue
  document.documentElement.dir = isRightToLeft(tongue) ? 'rtl' : 'ltr'
  element.className = kind
  document.body.append(element)
  const root = element.attachShadow({ mode: 'open' })
  const later = sheetOf('')
  root.adoptedStyleSheets = [sheetOf(styles), later]
  document.adoptedStyleSheets = [sheetOf(pageCss)]
  followTheme(store, element)
  const chunk = laterChunk(store, loaded => {
    locale.all = { ...locale.first, ...loaded.texts[tongue] }
    later.replaceSync(loaded.css)
  })
  createRoot(root).render(
    <StoreContext value={store}>
      <LocaleContext value={locale}>
        <PlacesContext value={places}>
          <LaterContext value={chunk}>
            <Router kind={kind} />
          </LaterContext>
        </PlacesContext>
      </LocaleContext>
    </StoreContext>,
  )
  loadWhenIdle(store, chunk)
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** Where they cannot be had there is nothing to show: whoever waits for them waits no longer. */
function laterChunk(
  store: WritableFrameStore,
  install: (loaded: NonNullable<LaterChunk['loaded']>) => void,
): LaterChunk {
  let loading: ReturnType<LaterChunk['load']> | undefined
  const bring = () =>
    import('./laterViews.ts').then(loaded => {
      install(loaded)
      chunk.loaded = loaded
      return loaded
    })
  const chunk: LaterChunk = {
    load() {
      loading ??= bring()
      loading.catch((error: unknown) =>
        store.publish('failure', { report: String(error), isUnloaded: true }),
      )
      return loading
    },
  }
  return chunk
}

/** As soon as something shows and the page has nothing else to do. */
function loadWhenIdle(store: WritableFrameStore, chunk: LaterChunk) {
  const unsubscribe = store.subscribe(() => {
    if (!store.get().screen.view) return
    unsubscribe()
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void chunk.load())
    else setTimeout(() => void chunk.load(), 300)
  })
}
