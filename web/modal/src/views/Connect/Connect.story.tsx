import { connect } from '../../generated/fixtures/connect.ts'

export const title = 'Connect'

const all = connect.all

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
        providers: [
          {
            namespace: 'eip155' as const,
            carrier: { type: 'page' as const, handle: index },
            isInjected: false,
          },
        ],
        isDouble: false,
      },
    })),
  },
})

export const states = {
  empty: {
    ...connect.empty,
    catalog: { ...connect.empty.catalog, isLoading: false },
  },
  one: connect.one,
  many: connect.many,
  all,
  loading: connect.loading,
  asking: connect.asking,
  recommended: connect.recommended,
  branded: connect.branded,
  collapsed: connect.collapsed,
  legal: connect.legal,
  accepted: connect.accepted,
  filtered: connect.filtered,
  doubles: connect.doubles,
  names: listing(names),
  crowded: listing(Array.from({ length: 14 }, (_, index) => `Wallet ${index + 1}`)),
}
