import { fixtures } from '../../generated/fixtures.ts'

export const title = 'Connect'

const many = fixtures['connect.many']

/** Names as wallets may announce them: long, with markup, turned around, written from right to left. */
const names = [
  'The Extraordinarily Long Named Wallet of the Northern Harbours',
  '<b onclick="alert(1)">Bold</b> & <script>alert(1)</script>',
  'Harbor\u202etellaw ruoy evig',
  'محفظة الميناء',
  '🦊',
]

export const states = {
  empty: fixtures['connect.empty'],
  one: fixtures['connect.one'],
  many,
  loading: { ...fixtures['connect.empty'], modal: { open: true, loading: true, shake: false } },
  names: {
    ...many,
    catalog: {
      wallets: names.map((name, index) => ({ id: `org.example.${index}`, name, handle: index })),
    },
  },
  crowded: {
    ...many,
    catalog: {
      wallets: Array.from({ length: 14 }, (_, index) => ({
        id: `org.example.${index}`,
        name: `Wallet ${index + 1}`,
        handle: index,
      })),
    },
  },
}
