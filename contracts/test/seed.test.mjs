/** Every fresh chain becomes the same. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SeededChain } from '../fixture/seeded.mjs'

const options = ['--gateway', 'https://gateway.example', '--many', '83']
let one
let same
let bare

before(async () => {
  one = await SeededChain.start(...options)
  same = await SeededChain.start(...options)
  bare = await SeededChain.start()
})
after(() => Promise.all([one, same, bare].map(chain => chain?.stop())))

test('its addresses are the same, whatever else was asked for', () => {
  assert.deepEqual(same.addresses, one.addresses)
  assert.equal(one.addresses.manyTokens.length, 83)
  assert.deepEqual(bare.addresses, { ...one.addresses, manyTokens: [] })
})

test('its blocks hold the same transactions, one each', async () => {
  const blocks = await transactions(one.client)
  assert.deepEqual(blocks, await transactions(same.client))
  assert.ok(blocks.slice(1).every(block => block.length === 1))
})

test('a chain that is not fresh is refused', async () => {
  await assert.rejects(one.seed(), ({ stderr }) => /The chain is not fresh/.test(stderr))
})

async function transactions(client) {
  const height = Number(await client.getBlockNumber())
  const numbers = Array.from({ length: height + 1 }, (_, number) => BigInt(number))
  const blocks = numbers.map(blockNumber => client.getBlock({ blockNumber }))
  return (await Promise.all(blocks)).map(block => block.transactions)
}
