import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Dialog } from '../../kit/src/Dialog/Dialog.ts'
import { firstFrame } from '../../modal/src/entry/firstFrame.ts'
import { entrySheet } from '../../modal/src/entry/sheet.ts'
import { account } from '../../modal/src/generated/fixtures/account.ts'
import { connect } from '../../modal/src/generated/fixtures/connect.ts'
import { mountState } from './mount.tsx'

const noWallets = { provider: () => undefined, watch: () => () => {} }
const options = { projectId: '', networks: [] }

/** How tall the view is, and where in it the rows are. */
function geometry({ view }: Dialog) {
  const rows = view.querySelectorAll<HTMLElement>('.body :is(.Skeleton.row, .ListItem)')
  return [view.offsetHeight, ...[...rows].map(row => [row.offsetTop, row.offsetHeight])]
}

function painted(state: Parameters<typeof firstFrame>[0]) {
  const host = document.createElement('latchkit-test')
  const root = host.attachShadow({ mode: 'open' })
  const places = firstFrame(state, noWallets, options)
  const dialog = new Dialog({ title: 'Connect', closeLabel: 'Close', places, onDismiss() {} })
  root.adoptedStyleSheets = [entrySheet()]
  root.append(dialog.element)
  document.body.append(host)
  dialog.open()
  const seen = geometry(dialog)
  dialog.destroy()
  host.remove()
  return seen
}

function shown(state: Parameters<typeof mountState>[0]) {
  const place = mountState(state)
  const seen = geometry(place.dialog)
  place.remove()
  return seen
}

beforeEach(() => page.viewport(800, 700))

test('the list stands where the first frame had its rows, while it waits and when all is there', () => {
  const { asking, loading, all } = connect
  const first = painted(loading as never)
  expect(first).toHaveLength(6)
  expect(shown(loading)).toEqual(first)
  expect(shown(asking)).toEqual(first)
  const { catalog, features } = all
  const rest = { ...all, catalog: { ...catalog, rows: catalog.rows.slice(0, 4) } }
  const bare = { ...features, termsUrl: undefined, privacyUrl: undefined, legalCheckbox: false }
  expect(shown({ ...rest, features: bare })).toEqual(first)
})

test.for(['connected', 'several', 'explorer'] as const)(
  'an account stands where the first frame had it: %s',
  name => {
    expect(painted(account[name] as never)).toEqual(shown(account[name]))
  },
)
