/** The collectibles on a seeded chain, and what went from whom to whom. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { erc20Abi, erc721Abi, getAddress, parseEther, zeroAddress } from 'viem'
import { accounts, SeededChain } from '../fixture/seeded.mjs'
import { ours } from '../seed/artefacts.mjs'

const [alice, bob, carol] = accounts
const gateway = 'https://gateway.example'
const edition = ours('Edition').abi

let chain
let bare
let pieces

before(async () => {
  chain = await SeededChain.start('--gateway', `${gateway}/`)
  bare = await SeededChain.start()
  pieces = chain.addresses.collectibles
})
after(() => Promise.all([chain, bare].map(it => it?.stop())))

const uriOf = (id, on = chain) => on.read(pieces.pictures, erc721Abi, 'tokenURI', id)

/** What a URI holds that is all there is. */
function inline(uri, type) {
  const [head, text] = uri.split(',')
  assert.equal(head, `data:${type};base64`)
  return Buffer.from(text, 'base64').toString()
}

test('account 0 has four pieces, account 1 the one it was given', async () => {
  const { pictures } = pieces
  const owner = id => chain.read(pictures, erc721Abi, 'ownerOf', id)
  assert.deepEqual(await Promise.all([1n, 2n, 3n, 4n, 5n].map(owner)), [
    alice,
    alice,
    alice,
    bob,
    alice,
  ])
  assert.equal(await chain.read(pictures, erc721Abi, 'balanceOf', alice), 4n)
  await assert.rejects(owner(6n))
})

test('metadata is inline, or on IPFS', async () => {
  const { name, image } = JSON.parse(inline(await uriOf(1n), 'application/json'))
  assert.equal(name, 'First')
  assert.match(inline(image, 'image/gif'), /^GIF89a/)
  assert.match(await uriOf(2n), /^ipfs:\/\/baf\w+\/metadata\/1\.json$/)
  assert.match(await uriOf(2n, bare), /^data:application\/json;base64,/)
  assert.match(await uriOf(3n), /^ipfs:\/\/baf/)
})

test('the edition has amounts, and one URI', async () => {
  const of = (owner, id) => chain.read(pieces.edition, edition, 'balanceOf', owner, id)
  assert.deepEqual(await Promise.all([of(alice, 1n), of(alice, 2n), of(bob, 1n), of(carol, 1n)]), [
    8n,
    1n,
    1n,
    4n,
  ])
  const uri = await chain.read(pieces.edition, edition, 'uri', 1n)
  assert.match(uri, /^ipfs:\/\/baf\w+\/metadata\/\{id\}\.json$/)
})

test('each contract says what it is', async () => {
  const is = (address, id) => chain.read(address, edition, 'supportsInterface', id)
  const { pictures } = pieces
  assert.deepEqual(
    [await is(pictures, '0x80ac58cd'), await is(pictures, '0xd9b67a26')],
    [true, false],
  )
  assert.deepEqual(
    [await is(pieces.edition, '0xd9b67a26'), await is(pieces.edition, '0x80ac58cd')],
    [true, false],
  )
})

test('spam promises a reward', async () => {
  const name = await chain.read(pieces.spam, erc721Abi, 'name')
  assert.match(name, /https:\/\//)
  assert.match(name, /claim reward/)
  assert.equal(await chain.read(pieces.spam, erc721Abi, 'ownerOf', 1n), alice)
})

test('things of each kind went out of account 0 and came in', async () => {
  const { usdc, dai } = chain.addresses.tokens
  const ways = async (address, event) => {
    const logs = await chain.client.getLogs({ address, event, fromBlock: 0n })
    return logs
      .filter(({ args }) => args.from !== zeroAddress)
      .map(({ args }) => [args.from, args.to].map(it => accounts.indexOf(it)).join(' to '))
  }
  const fungible = erc20Abi.find(it => it.name === 'Transfer')
  const deployerToo = (await ways(usdc, fungible)).filter(way => !way.includes('-1'))
  assert.deepEqual(deployerToo, ['0 to 1', '1 to 2', '2 to 0'])
  assert.deepEqual(
    (await ways(dai, fungible)).filter(way => !way.includes('-1')),
    ['1 to 0'],
  )
  const unique = erc721Abi.find(it => it.name === 'Transfer')
  assert.deepEqual(await ways(pieces.pictures, unique), ['0 to 1', '1 to 0'])
  const single = edition.find(it => it.name === 'TransferSingle')
  assert.deepEqual(await ways(pieces.edition, single), ['0 to 2'])
  const batch = edition.find(it => it.name === 'TransferBatch')
  assert.deepEqual(await ways(pieces.edition, batch), ['1 to 0'])
})

test('native currency went out of account 0 and came in, without a call', async () => {
  const height = await chain.client.getBlockNumber()
  const paid = []
  for (let blockNumber = 1n; blockNumber <= height; blockNumber += 1n) {
    const { transactions } = await chain.client.getBlock({ blockNumber, includeTransactions: true })
    for (const { from, to, value, input } of transactions) {
      if (value > 0n && input === '0x') paid.push([getAddress(from), getAddress(to), value])
    }
  }
  assert.deepEqual(paid, [
    [alice, bob, parseEther('1')],
    [bob, alice, parseEther('0.25')],
    [carol, alice, parseEther('0.05')],
  ])
})
