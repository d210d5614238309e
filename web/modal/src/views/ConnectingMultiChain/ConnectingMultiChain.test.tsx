import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './ConnectingMultiChain.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('a row for each kind of network that the wallet works on', async () => {
  place = mountState(states.choosing)
  const { wallet } = states.choosing.connect
  const names = [...place.root.querySelectorAll('.ListItem .name')].map(name => name.textContent)
  expect(names).toEqual(['Ethereum', 'Solana', 'Bitcoin'])
  const details = [...place.root.querySelectorAll('.ListItem .detail')].map(it => it.textContent)
  expect(details).toEqual(['Latchkit Dev, Ethereum'])
  await page.getByRole('button', { name: 'Solana' }).click()
  expect(place.sent).toEqual([{ type: 'connect', wallet: wallet.id, namespace: 'solana' }])
})
