/** The names on a seeded chain, as viem finds them. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPublicClient, encodeFunctionData, http, parseAbi, toHex } from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { Gateway } from '../fixture/gateway.mjs'
import { accounts, SeededChain } from '../fixture/seeded.mjs'
import { ours } from '../seed/artefacts.mjs'

const [alice, bob, mallory, nobody, offchain] = accounts
const universalResolverAddress = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

let gateway
let chain
let bare

before(async () => {
  gateway = await Gateway.start(offchain)
  chain = await SeededChain.start('--gateway', gateway.url)
  bare = await SeededChain.start()
})
after(() => Promise.all([gateway, chain, bare].map(it => it?.stop())))

const nameOf = (address, more) =>
  chain.client.getEnsName({ universalResolverAddress, address, strict: true, ...more })
const addressOf = name => chain.client.getEnsAddress({ universalResolverAddress, name })
const textOf = (name, key, on = chain) =>
  on.client.getEnsText({ universalResolverAddress, name, key })

test('account 0 is alice.eth, which has an avatar', async () => {
  assert.equal(await nameOf(alice), 'alice.eth')
  assert.equal(await addressOf('alice.eth'), alice)
  assert.match(await textOf('alice.eth', 'avatar'), /^ipfs:\/\/baf\w+\/avatars\/alice\.png$/)
  assert.match(await textOf('alice.eth', 'avatar', bare), /^data:image\/gif;base64,/)
  assert.equal(await textOf('alice.eth', 'url'), null)
})

test('account 2 says that it is mallory.eth, which is another', async () => {
  assert.equal(await addressOf('mallory.eth'), bob)
  assert.equal(await nameOf(mallory, { strict: false }), null)
  await assert.rejects(nameOf(mallory), /ReverseAddressMismatch/)
})

test('account 3 has no name, nor has account 0 on other chains, and no other name is there', async () => {
  await assert.rejects(nameOf(nobody), /ResolverNotFound/)
  await assert.rejects(nameOf(alice, { coinType: 2n ** 31n + 8453n }), /ResolverNotFound/)
  assert.equal(await addressOf('nobody.eth'), null)
  assert.equal(await addressOf('below.alice.eth'), null)
})

test('avatars are NFTs of whoever has them, and of others', async () => {
  const [, , , , , collector, borrower, editor] = accounts
  for (const [account, name, avatar] of [
    [collector, 'collector.eth', /^eip155:31337\/erc721:0x[0-9a-fA-F]{40}\/7$/],
    [borrower, 'borrower.eth', /^eip155:31337\/erc721:0x[0-9a-fA-F]{40}\/1$/],
    [editor, 'editor.eth', /^eip155:31337\/erc1155:0x[0-9a-fA-F]{40}\/8$/],
  ]) {
    assert.equal(await nameOf(account), name)
    assert.match(await textOf(name, 'avatar'), avatar)
  }
})

test('what offchain.eth is, the gateway says', async () => {
  assert.equal(await addressOf('offchain.eth'), offchain)
  assert.equal(await textOf('offchain.eth', 'avatar'), 'avatar from afar')
  assert.equal(await nameOf(offchain), 'offchain.eth')
  const resolver = chain.addresses.ens.offchainResolver.toLowerCase()
  assert.equal(gateway.asked.length, 3)
  assert.ok(gateway.asked.every(path => path.startsWith(`/ccip/${resolver}/0x`)))
})

test('without a gateway in the call the lookup of the resolver passes unchanged', async () => {
  const { ens } = chain.addresses
  const data = encodeFunctionData({
    abi: parseAbi(['function addr(bytes32 node) view returns (address)']),
    args: [namehash('offchain.eth')],
  })
  const client = createPublicClient({ transport: http(chain.anvil.url), ccipRead: false })
  const asked = client.readContract({
    address: ens.universalResolver,
    abi: ours('UniversalResolver').abi,
    functionName: 'resolveWithGateways',
    args: [toHex(packetToBytes('offchain.eth')), data, []],
  })
  await assert.rejects(asked, error => {
    const { errorName, args } = error.walk(it => it.data?.errorName).data
    assert.equal(errorName, 'OffchainLookup')
    const urls = [`${gateway.url}/ccip/{sender}/{data}.json`]
    assert.deepEqual(args.slice(0, 3), [ens.offchainResolver, urls, data])
    return true
  })
})

test('a name that DNS could not write is told from one that is not there', async () => {
  const resolve = dns =>
    chain.read(
      universalResolverAddress,
      ours('UniversalResolver').abi,
      'resolve',
      dns,
      '0x3b3b57de',
    )
  await assert.rejects(resolve('0x05616c696365'), /DNSDecodingFailed/)
  await assert.rejects(resolve('0x05616c69636500'), /ResolverNotFound/)
})
