import frameCss from 'virtual:latchkit-frame/styles/first'
import lazyCss from 'virtual:latchkit-styles/lazy'
import { addDrawings } from '../../kit/src/Icon/Icon.tsx'
import * as laterPaths from '../../kit/src/Icon/laterPaths.ts'
import { setLanguage } from '../../modal/src/all/language.ts'
import { entrySheet } from '../../modal/src/entry/sheet.ts'
import * as entryViews from '../../modal/src/views/entryViews.ts'
import * as spendViews from '../../modal/src/views/spendViews.ts'
import { viewsCss } from '../../modal/src/views/viewsCss.ts'
import type { Language } from './languages.ts'
import panelCss from './panel.css?inline'

/** What surrounds a story: the theme of the element, and the language, with its direction. */
export interface Setting {
  theme?: 'light' | 'dark'
  language?: Language
}

/**
 * An element with a shadow root, under the sheets that the product has there. `isFirst` leaves out what comes later; a part
 * may be one that the vault's frame alone has.
 */
export function storyElement({ theme, language = 'en' }: Setting, isFirst = false, isPart = false) {
  addDrawings(laterPaths)
  const host = document.createElement('latchkit-story')
  setLanguage(host, language)
  host.style.colorScheme = theme ?? ''
  document.body.append(host)
  const root = host.attachShadow({ mode: 'open' })
  const later = isFirst ? '' : lazyCss + spendViews.css + entryViews.css
  const sheets = [viewsCss, later, panelCss].map(sheetOf)
  const ofFrame = isPart ? [sheetOf(frameCss)] : []
  root.adoptedStyleSheets = [...ofFrame, entrySheet(), ...sheets]
  return { host, root }
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
