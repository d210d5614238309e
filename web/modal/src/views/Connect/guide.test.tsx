import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Connect.story.tsx'

const { one } = states

test.for([
  { methods: ['email', 'wallet'], asked: 1 },
  { methods: ['email'], asked: 0 },
] as const)(
  'who has no wallet is asked only where wallets are offered: $methods',
  ({ methods, asked }) => {
    const place = mountState({ ...one, catalog: { ...one.catalog, methods: [...methods] } })
    expect(page.getByText('Haven’t got a wallet?').elements()).toHaveLength(asked)
    place.remove()
  },
)
