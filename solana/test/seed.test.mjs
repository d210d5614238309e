/** What `--seed` puts there is the same on every node. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { RunningNode } from '../fixture/running.mjs'

let one
let other

before(async () => {
  one = await RunningNode.start('--seed')
  other = await RunningNode.start('--seed')
})
after(() => Promise.all([one, other].map(it => it?.stop())))

test('two nodes are filled alike', async () => {
  assert.notEqual(one.said.url, other.said.url)
  assert.deepEqual({ ...one.said, url: '' }, { ...other.said, url: '' })
  const { owner } = one.said.accounts
  const histories = await Promise.all(
    [one, other].map(it => it.result('getSignaturesForAddress', owner)),
  )
  assert.deepEqual(histories[0], histories[1])
})

test('what happens on one does not happen on the other', async () => {
  const { owner } = one.said.accounts
  const before = await other.result('getBalance', owner)
  await one.result('requestAirdrop', owner, 1_000)
  assert.deepEqual(await other.result('getBalance', owner), before)
})

test('its keys follow from their names', async () => {
  for (const [name, address] of Object.entries(one.said.accounts)) {
    const bytes = createHash('sha256').update(`latchkit solana ${name}`).digest()
    const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(bytes))
    assert.equal(signer.address, address)
  }
})

test('who says something else than it knows is told what it knows', async () => {
  await assert.rejects(RunningNode.start('--genesis', 'devnet'), /ended with 2/)
})
