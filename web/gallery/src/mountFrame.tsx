import styles from 'virtual:latchkit-frame/styles/first'
import pseudo from 'virtual:latchkit-frame/text/ar-XB/first'
import pseudoLater from 'virtual:latchkit-frame/text/ar-XB/later'
import en from 'virtual:latchkit-frame/text/en/first'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { addDrawings } from '../../kit/src/Icon/Icon.tsx'
import * as laterPaths from '../../kit/src/Icon/laterPaths.ts'
import { setLanguage } from '../../modal/src/all/language.ts'
import { runOps } from '../../shell/src/engine/runOps.ts'
import { createStore } from '../../shell/src/entry/store.ts'
import { StoreContext } from '../../shell/src/views/StoreContext.ts'
import { type FrameIntent, type FrameState, initialState } from '../../vault/src/all/state.ts'
import { createSecretPlaces, type SecretPlaces, secretSlots } from '../../vault/src/ops/show.ts'
import { type Locale, LocaleContext } from '../../vault/src/text/useText.ts'
import { type LaterChunk, LaterContext } from '../../vault/src/views/LaterChunk.ts'
import * as laterViews from '../../vault/src/views/laterViews.ts'
import { PlacesContext } from '../../vault/src/views/PlacesContext.ts'
import { type PageKind, Router } from '../../vault/src/views/Router.tsx'
import type { Setting } from './storyElement.ts'

const locales: { readonly [tag: string]: Locale } = {
  en: { tag: 'en', first: en, all: { ...en, ...laterViews.texts.en } },
  'ar-XB': { tag: 'ar-XB', first: pseudo, all: { ...pseudo, ...pseudoLater } },
}

/** What the module does with a secret. */
function showIn(places: SecretPlaces, slot: string, secret: string) {
  const running = runOps({ show: places.show }, () => {})
  running.perform(1, JSON.stringify({ type: 'show', slot, secret }))
}

/** The views that come later, there from the beginning. */
const later: LaterChunk = { load: () => Promise.resolve(laterViews), loaded: laterViews }

/** The frame's router over a store that holds `state`, as the page draws it; `sent` collects what the views send. */
export function mountFrame(
  state: Partial<FrameState>,
  { theme, language = 'en' }: Setting = {},
  kind: PageKind = 'frame',
) {
  const sent: FrameIntent[] = []
  const isMeasure = ({ type }: FrameIntent) => type === 'measured'
  const heights: number[] = []
  const store = createStore<FrameState, FrameIntent>({ ...initialState, ...state }, intent => {
    if (isMeasure(intent)) heights.push((intent as { height: number }).height)
    else sent.push(intent)
  })
  addDrawings(laterPaths)
  const host = document.createElement('latchkit-story')
  setLanguage(host, language)
  host.style.cssText = `display: block; color-scheme: ${theme ?? 'normal'}`
  document.body.append(host)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styles, laterViews.css].map(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    return sheet
  })
  const places = createSecretPlaces(secretSlots)
  const drawn = createRoot(root)
  flushSync(() =>
    drawn.render(
      <StoreContext value={store}>
        <LocaleContext value={locales[language]}>
          <PlacesContext value={places}>
            <LaterContext value={later}>
              <Router kind={kind} />
            </LaterContext>
          </PlacesContext>
        </LocaleContext>
      </StoreContext>,
    ),
  )
  return {
    host,
    root,
    sent,
    heights,
    places,
    /** Shows a secret in a place of the views. */
    show: (slot: string, secret: string) => showIn(places, slot, secret),
    /** Publishes slices and renders. */
    publish(change: Partial<FrameState>) {
      flushSync(() => {
        for (const [name, value] of Object.entries(change))
          store.publish(name as keyof FrameState, value as FrameState[keyof FrameState])
      })
    },
    remove() {
      drawn.unmount()
      host.remove()
    },
  }
}
