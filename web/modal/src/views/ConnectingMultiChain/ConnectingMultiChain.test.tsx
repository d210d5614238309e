import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './ConnectingMultiChain.story.tsx'

const mark = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/%3E'
const other = mark.replace('1', '2')
const none = 'data:image/png,none'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test.for([
  ['of its own chain, wherever that stands', 'eip155:1', other],
  ['of the site’s first network there that has one, where its own has none', 'eip155:31337', none],
] as const)('a kind has the mark %s', async ([, marked, elsewhere]) => {
  const list = states.choosing.networks.list.map(row =>
    row.namespace === 'eip155' ? { ...row, image: row.id === marked ? mark : elsewhere } : row,
  )
  place = mountState({ ...states.choosing, networks: { ...states.choosing.networks, list } })
  const drawn = () => place.root.querySelector('.ListItem img')?.getAttribute('src')
  await expect.poll(drawn).toBe(mark)
})

test('a row for each kind of network that the wallet works on', async () => {
  place = mountState(states.choosing)
  const { wallet } = states.choosing.connect
  const names = [...place.root.querySelectorAll('.ListItem .name')].map(name => name.textContent)
  expect(names).toEqual(['Ethereum', 'Solana', 'Bitcoin'])
  const details = [...place.root.querySelectorAll('.ListItem .detail')].map(it => it.textContent)
  expect(details).toEqual(['Latchkit Dev, Ethereum'])
  await page.getByRole('button', { name: 'Solana' }).click()
  expect(place.sent).toEqual([
    { type: 'connect', wallet: wallet.id, namespace: 'solana', isDouble: false },
  ])
})
