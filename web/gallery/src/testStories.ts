import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { account } from '../../modal/src/generated/fixtures/account.ts'
import { plain } from '../../modal/src/text/format.ts'
import { nativeCurrencies } from '../../vault/src/generated/nativeCurrencies.ts'
import './frame.css'
import { finishMotion } from './finishMotion.ts'
import type { Scene } from './scenes.ts'

/** How stories are looked at: a file of tests each, which run side by side. */
const variants = {
  light: { theme: 'light', language: 'en', width: 480 },
  dark: { theme: 'dark', language: 'en', width: 480 },
  narrow: { theme: 'light', language: 'en', width: 360 },
  rtl: { theme: 'light', language: 'ar-XB', width: 480 },
} as const

/** How high the window is in which they show. */
const height = 760

/** Four minutes after the balance that has gone stale. */
const NOW_MS = Number(account.stale.accounts.eip155.balanceAtMs) + 4 * 60_000

/** axe judges no contrast over an image, which the hairline under the header is. */
const noImage = new CSSStyleSheet()
noImage.replaceSync('.layout > .body { background: none }')

/** Opens these stories so: nothing is without a look, no axe violation, and its picture. */
export function testStories(variant: keyof typeof variants, scenes: Scene[]): void {
  let remove = () => {}

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
  })

  afterEach(() => {
    remove()
    vi.useRealTimers()
  })

  const { theme, language, width } = variants[variant]

  test.for(scenes)('$name: no axe violation, and its picture', async ({ shown, mount, name }) => {
    await page.viewport(width, height)
    document.documentElement.dataset.theme = theme
    const mounted = mount({ theme, language })
    remove = mounted.remove
    // What is at the foot of a frame is at the foot of its picture.
    const { scrollHeight } = document.documentElement
    if (name.startsWith('Frame.')) await page.viewport(width, Math.max(height, scrollHeight))
    await finishMotion(mounted.root)
    expect(nakedIn(mounted.root)).toEqual([])
    if (language !== 'en') expect(englishIn(mounted.root, shown)).toEqual([])
    await page.screenshot({ path: `../../../target/pictures/${name}.${variant}.png` })

    mounted.root.adoptedStyleSheets.push(noImage)
    const { violations, incomplete } = await axe.run(mounted.host)
    const isUnjudged = ({ any }: axe.NodeResult) => any[0]?.data?.messageKey === 'bgGradient'
    const unjudged = incomplete.filter(({ nodes }) => nodes.some(isUnjudged))
    const found = [...violations, ...unjudged]
    expect(found.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
  })
}

/** Classes of components that are on show and have no look in the adopted style sheets. */
function nakedIn(root: ShadowRoot): string[] {
  const rules = root.adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules])
  const look = rules.map(rule => rule.cssText).join('')
  const classes = [...root.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList])
  const components = new Set(classes.filter(name => /^[A-Z]/.test(name)))
  return [...components].filter(name => !new RegExp(`\\.${name}\\b`).test(look))
}

/** What others call themselves in a state: words that no language of ours replaces. */
function namesIn(state: unknown): string[] {
  const names: string[] = []
  JSON.stringify(state, (key, value) => {
    if (foreign.has(key) && typeof value === 'string') names.push(plain(value))
    return value
  })
  return names
}

/** What networks are called and count in, wherever they are spoken of. */
const currencies = Object.values(nativeCurrencies).flatMap(({ name, symbol }) => [name, symbol])

const foreign = new Set([
  'oldEmail',
  'newEmail',
  'name',
  'symbol',
  'networkName',
  'balanceSymbol',
  'address',
  'message',
  'report',
  'profileName',
  'collection',
  'operationType',
  'query',
  'origin',
  'account',
  'chain',
  'browser',
  'email',
  'value',
  'text',
  'path',
  'kind',
])

/** Words that show, or are said, in English letters though the state does not have them: bound texts. */
function englishIn(root: ShadowRoot, state: unknown): string[] {
  if (typeof state === 'function') return []
  const known = [...namesIn(state), ...currencies].join(' ')
  const labelled = [...root.querySelectorAll('[aria-label], [placeholder]')]
  const labels = labelled.map(it => it.ariaLabel ?? it.getAttribute('placeholder'))
  // Words of a wallet are the same in every language.
  const spoken = [...root.querySelectorAll('.layout *, .Toast *, .Router *')].filter(
    it => !it.closest('[translate="no"]'),
  )
  const texts = spoken.flatMap(({ childNodes }) =>
    [...childNodes].filter(node => node instanceof Text).map(node => node.data),
  )
  const words = [...labels, ...texts].flatMap(text => text?.match(/[A-Za-z]{2,}/g) ?? [])
  return words.filter(word => !known.includes(word))
}
