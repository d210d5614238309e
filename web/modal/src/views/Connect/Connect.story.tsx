import { fixtures } from '../../generated/fixtures.ts'

export const title = 'Connect'

const all = fixtures['connect.all']

/** Names as wallets may announce them: long, with markup, turned around, written from right to left. */
const names = [
  'The Extraordinarily Long Named Wallet of the Northern Harbours',
  '<b onclick="alert(1)">Bold</b> & <script>alert(1)</script>',
  'Harbor\u202etellaw ruoy evig',
  'محفظة الميناء',
  '🦊',
]

const listing = (wanted: readonly string[]) => ({
  ...all,
  catalog: {
    ...all.catalog,
    rows: wanted.map((name, index) => ({
      kind: 'installed' as const,
      wallet: {
        id: `org.example.${index}`,
        name,
        providers: [{ namespace: 'eip155' as const, handle: index }],
        isDouble: false,
      },
    })),
  },
})

export const states = {
  empty: {
    ...fixtures['connect.empty'],
    catalog: { ...fixtures['connect.empty'].catalog, isLoading: false },
  },
  one: fixtures['connect.one'],
  many: fixtures['connect.many'],
  all,
  loading: fixtures['connect.loading'],
  asking: fixtures['connect.asking'],
  recommended: fixtures['connect.recommended'],
  branded: fixtures['connect.branded'],
  collapsed: fixtures['connect.collapsed'],
  legal: fixtures['connect.legal'],
  accepted: fixtures['connect.accepted'],
  filtered: fixtures['connect.filtered'],
  doubles: fixtures['connect.doubles'],
  names: listing(names),
  crowded: listing(Array.from({ length: 14 }, (_, index) => `Wallet ${index + 1}`)),
}
