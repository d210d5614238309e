import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createDialog } from '../../kit/src/Dialog/Dialog.ts'
import { html } from '../../kit/src/Dialog/draw.ts'
import { firstFrame } from '../../modal/src/entry/firstFrame.ts'
import { type LatchkitOptions, readOptions } from '../../modal/src/entry/options.ts'
import { entrySheet } from '../../modal/src/entry/sheet.ts'
import { localhost, mainnet } from '../../modal/src/generated/builtIn.ts'
import { account } from '../../modal/src/generated/fixtures/account.ts'
import { connect } from '../../modal/src/generated/fixtures/connect.ts'
import type { Namespace } from '../../modal/src/generated/Namespace.ts'
import type { WalletRow } from '../../modal/src/generated/WalletRow.ts'
import { createStore, type State } from '../../shell/src/entry/store.ts'
import { mountState } from './mount.tsx'

type Shown = Parameters<typeof mountState>[0]

const solana = {
  ...mainnet,
  id: 'sol',
  caipNetworkId: 'solana:sol',
  chainNamespace: 'solana',
} as const

/** How tall the view is, and where in it the rows, their pictures and their names are. */
function geometry(view: HTMLElement) {
  const origin = view.getBoundingClientRect()
  const box = (it: Element) => {
    const { left, top, width, height } = it.getBoundingClientRect()
    return [left - origin.left, top - origin.top, width, height].map(Math.round)
  }
  const rows = [...view.querySelectorAll('.body :is(.Skeleton.row, .ListItem)')]
  const named = rows.map(row => {
    const [, top, , height] = box(row)
    return [
      top,
      height,
      ...[...row.querySelectorAll('.Picture, .name')].map(it => box(it).slice(0, 2)),
    ]
  })
  return [view.offsetHeight, ...named]
}

let clear = () => {}
afterEach(() => clear())

/** The first frame over a state, in a browser with these wallets. */
function paint(
  state: Shown,
  rows: readonly WalletRow[] = [],
  options: Partial<LatchkitOptions> = {},
  namespace?: Namespace,
) {
  const host = document.createElement('latchkit-test')
  const root = host.attachShadow({ mode: 'open' })
  const store = createStore(state as State, () => {})
  const settings = readOptions({ projectId: '0'.repeat(32), networks: [localhost], ...options })
  const wallets = {
    provider: () => undefined,
    watch(listener: (handle: number, description: unknown) => void) {
      for (const [at, { id, name, icon }] of rows.entries())
        listener(at + 1, { rdns: id, name, icon })
      return () => {}
    },
  }
  const { element: places } = firstFrame({ store, wallets, settings, namespace })
  const dialog = createDialog({
    title: 'Connect',
    closeLabel: 'Close',
    places,
    element: html('dialog', 'Dialog'),
    onDismiss() {},
  })
  root.adoptedStyleSheets = [entrySheet()]
  root.append(dialog.element)
  document.body.append(host)
  dialog.open()
  clear = () => {
    dialog.destroy()
    host.remove()
  }
  return dialog.view
}

function painted(...parts: Parameters<typeof paint>) {
  const seen = geometry(paint(...parts))
  clear()
  return seen
}

function shown(state: Shown) {
  const place = mountState(state)
  const seen = geometry(place.dialog.view)
  place.remove()
  return seen
}

beforeEach(() => page.viewport(800, 900))

const { asking, loading, all } = connect
/** The first row is that of phones, of which the first frame has the place. */
const [phones, ...here] = asking.catalog.rows
const installed = here.map(row => row.wallet)
const bare = { ...all.features, termsUrl: undefined, privacyUrl: undefined, legalCheckbox: false }

/** Without what is in the rows. */
const places = (seen: ReturnType<typeof painted>) =>
  seen.map(it => (Array.isArray(it) ? it.slice(0, 2) : it))

test('the list stands where the first frame had its rows, while it waits and when all is there', () => {
  const first = painted(loading)
  expect(first).toHaveLength(7)
  expect(places(shown(loading))).toEqual(first)
  const [, , ...own] = painted(asking, installed)
  const [, , ...rows] = shown(asking)
  expect(own).toEqual(rows)
  expect(places(painted(asking, installed))).toEqual(places(shown(asking)))
  const five = all.catalog.rows.slice(0, 5)
  const rest = shown({ ...all, catalog: { ...all.catalog, rows: five }, features: bare })
  expect(places(rest)).toEqual(first)
})

const terms = { termsConditionsUrl: 'https://a.b/terms' }
const both = { ...terms, privacyPolicyUrl: 'https://a.b/privacy' }
const of = (features: object, catalog: object = {}) => ({
  ...asking,
  features: { ...bare, ...features },
  catalog: { ...asking.catalog, ...catalog },
})

test.for<[string, Partial<LatchkitOptions>, Shown, Namespace?]>([
  ['terms', terms, of({ termsUrl: 'https://a.b/terms' })],
  ['terms and a policy', both, of({ termsUrl: 'https://a.b', privacyUrl: 'https://a.b' })],
  [
    'terms to be accepted',
    { ...both, features: { legalCheckbox: true } },
    of({ termsUrl: 'https://a.b', privacyUrl: 'https://a.b', legalCheckbox: true }),
  ],
  [
    'terms alone to be accepted',
    { ...terms, features: { legalCheckbox: true } },
    of({ termsUrl: 'https://a.b', legalCheckbox: true }),
  ],
  ['no guide', { enableWalletGuide: false }, of({ walletGuide: false })],
  ['no way to all wallets', { allWallets: 'HIDE' }, of({}, { awaitsAll: false })],
  ['one row for all', { features: { collapseWallets: true } }, of({}, { isCollapsed: true })],
  [
    'wallets of one namespace',
    { networks: [localhost, solana] },
    of({}, { namespace: 'solana', rows: [phones], awaited: 4, awaitedFrom: 1 }),
    'solana',
  ],
])('with %s it stands there too', ([, options, state, namespace]) => {
  expect(places(painted(asking, installed, options, namespace))).toEqual(places(shown(state)))
})

test('a row looks as it will: its picture, its name, and nothing else moves', async () => {
  const row = paint(asking, installed).querySelector('.ListItem') as HTMLElement
  const look = (it: HTMLElement) =>
    ['.Picture', '.name'].map(part => {
      const { font, color, background, borderRadius } = getComputedStyle(
        it.querySelector(part) as Element,
      )
      return { font, color, background, borderRadius }
    })
  const first = look(row)
  clear()
  const place = mountState(asking)
  const [, own] = place.root.querySelectorAll<HTMLElement>('.ListItem')
  expect(look(own as HTMLElement)).toEqual(first)
  place.remove()
})

test.for(['connected', 'several', 'explorer'] as const)(
  'an account stands where the first frame had it: %s',
  name => {
    const owner = (view: HTMLElement) => {
      const origin = view.getBoundingClientRect()
      const boxes = ['.Avatar', '.body bdi'].map(it => view.querySelector(it) as HTMLElement)
      const places = boxes.map(it => it.getBoundingClientRect())
      return [
        view.offsetHeight,
        ...places.map(it => [it.left - origin.left, it.top - origin.top].map(Math.round)),
      ]
    }
    const first = owner(paint(account[name]))
    clear()
    const place = mountState(account[name])
    expect(owner(place.dialog.view)).toEqual(first)
    place.remove()
  },
)
