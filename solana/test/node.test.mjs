/** A node as a whole: what it says of itself, batches, and what it says of calls that it does not like. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isSolanaError, lamports, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { encodeMessage, messageFor } from '../fixture/client.mjs'
import { RunningNode } from '../fixture/running.mjs'
import { signerOf } from '../ledger/keys.mjs'

const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

let node
let fresh

before(async () => {
  node = await RunningNode.start('--seed')
  fresh = await RunningNode.start('--genesis', MAINNET)
})
after(() => Promise.all([node, fresh].map(it => it?.stop())))

test('it is well, and of the network that was chosen', async () => {
  assert.equal(await node.rpc.getHealth().send(), 'ok')
  assert.equal(await node.rpc.getGenesisHash().send(), DEVNET)
  assert.equal(await fresh.rpc.getGenesisHash().send(), MAINNET)
  assert.deepEqual(fresh.said, { url: fresh.said.url, genesisHash: MAINNET })
  const version = await node.rpc.getVersion().send()
  assert.match(version['solana-core'], /^\d+\.\d+\.\d+$/)
  assert.ok(Number.isInteger(version['feature-set']))
})

test('slots, blocks and epochs are counted', async () => {
  const slot = await node.rpc.getSlot().send()
  const height = await node.rpc.getBlockHeight({ commitment: 'confirmed' }).send()
  const epoch = await node.rpc.getEpochInfo().send()
  assert.equal(epoch.absoluteSlot, slot)
  assert.equal(epoch.blockHeight, height)
  assert.equal(epoch.epoch * epoch.slotsInEpoch + epoch.slotIndex, slot)
  assert.equal(epoch.transactionCount, height - 1n)
  assert.equal(await fresh.rpc.getBlockHeight().send(), 1n)
})

test('a blockhash is good for 150 blocks', async () => {
  const of = fresh.rpc
  const { context, value } = await of.getLatestBlockhash().send()
  assert.equal(context.slot, await of.getSlot().send())
  assert.equal(value.lastValidBlockHeight, (await of.getBlockHeight().send()) + 150n)
  const isValid = async hash => (await of.isBlockhashValid(hash).send()).value
  assert.equal(await isValid(value.blockhash), true)
  assert.equal(await isValid(MAINNET), false)
  const { address } = await signerOf('somebody')
  const give = () => of.requestAirdrop(address, lamports(1_000_000n)).send()
  for (let block = 0; block < 150; block++) await give()
  assert.equal(await isValid(value.blockhash), true)
  await give()
  assert.equal(await isValid(value.blockhash), false)
  const balance = await of.getBalance(address).send()
  assert.equal(balance.value, 151_000_000n)
})

test('what a transaction will cost is told before', async () => {
  const payer = await signerOf('owner')
  const transfer = getTransferSolInstruction({
    source: payer,
    destination: node.said.accounts.friend,
    amount: 1n,
  })
  const message = await messageFor(node, payer, [transfer])
  const feeOf = async message =>
    (await node.rpc.getFeeForMessage(encodeMessage(message)).send()).value
  assert.equal(await feeOf(message), 5_000n)
  const lifetimeConstraint = { blockhash: MAINNET, lastValidBlockHeight: 1n }
  assert.equal(await feeOf({ ...message, lifetimeConstraint }), null)
})

test('what was paid for haste is told for each of the last slots', async () => {
  const fees = await node.rpc.getRecentPrioritizationFees([node.said.accounts.owner]).send()
  const slot = await node.rpc.getSlot().send()
  assert.equal(fees.at(-1).slot, slot)
  assert.ok(fees.length > 10 && fees.every(({ prioritizationFee }) => prioritizationFee === 0n))
})

test('rent follows from the length', async () => {
  assert.equal(await node.rpc.getMinimumBalanceForRentExemption(0n).send(), 890_880n)
  assert.equal(await node.rpc.getMinimumBalanceForRentExemption(165n).send(), 2_039_280n)
})

test('a batch is answered in its order, without what nobody waits for', async () => {
  const call = (id, method, ...params) => ({ jsonrpc: '2.0', id, method, params })
  const answers = JSON.parse(
    await node.post([
      call(7, 'getHealth'),
      call('b', 'getNothing'),
      { jsonrpc: '2.0', method: 'getHealth' },
      call(null, 'getBalance', 5),
      9,
    ]),
  )
  const error = (code, message) => ({ code, message })
  assert.deepEqual(answers, [
    { jsonrpc: '2.0', result: 'ok', id: 7 },
    { jsonrpc: '2.0', error: error(-32601, 'Method not found'), id: 'b' },
    {
      jsonrpc: '2.0',
      error: error(-32602, 'Invalid params: invalid type: integer `5`, expected a string.'),
      id: null,
    },
    { jsonrpc: '2.0', error: error(-32600, 'Invalid request'), id: null },
  ])
  assert.equal(await node.post([{ jsonrpc: '2.0', method: 'getHealth' }]), '')
})

test('what is no request is told so', async () => {
  const answer = async body => JSON.parse(await node.post(body)).error
  assert.deepEqual(await answer('{'), { code: -32700, message: 'Parse error' })
  assert.equal((await answer({ id: 1, method: 'getHealth' })).code, -32600)
  assert.equal((await answer('null')).code, -32600)
  assert.equal(
    (await answer({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: {} })).code,
    -32602,
  )
  const long = await fetch(node.said.url, { method: 'POST', body: ' '.repeat(60_000) })
  assert.equal(long.status, 413)
  assert.equal((await fetch(node.said.url)).status, 405)
})

test('pages of every origin may ask', async () => {
  const headers = { 'access-control-request-headers': 'content-type,solana-client' }
  const asked = await fetch(node.said.url, { method: 'OPTIONS', headers })
  assert.equal(asked.headers.get('access-control-allow-origin'), '*')
  assert.equal(asked.headers.get('access-control-allow-headers'), 'content-type,solana-client')
  const answered = await fetch(node.said.url, { method: 'POST', body: '{}' })
  assert.equal(answered.headers.get('access-control-allow-origin'), '*')
})

test('a commitment that a node does not know is passed over', async () => {
  const { owner } = node.said.accounts
  const { error, result } = await node.ask('getBalance', owner, { commitment: 'soon' })
  assert.equal(error, undefined)
  assert.deepEqual(result, await node.result('getBalance', owner))
})

test('parameters that are not as they have to be are told so', async () => {
  const { owner } = node.said.accounts
  const cases = [
    ['getBalance', [], '`params` should have at least 1 argument(s)'],
    ['getBalance', [owner, {}, {}], 'Invalid parameters: Expected from 1 to 2 parameters.'],
    ['getHealth', [1], 'Invalid parameters: No parameters were expected'],
    ['getBalance', ['abc'], 'Invalid param: WrongSize'],
    ['getBalance', ['0OIl'], 'Invalid param: Invalid'],
    ['getTransaction', [owner], 'Invalid param: WrongSize'],
    ['getBalance', [owner, []], 'Invalid params: invalid type: sequence, expected a map.'],
    ['requestAirdrop', [owner, -1], 'Invalid params: invalid type: integer `-1`, expected u64.'],
    [
      'requestAirdrop',
      [owner, 0.5],
      'Invalid params: invalid type: floating point `0.5`, expected u64.',
    ],
    [
      'getMultipleAccounts',
      [owner],
      `Invalid params: invalid type: string "${owner}", expected a sequence.`,
    ],
    ['getMultipleAccounts', [Array(101).fill(owner)], 'Too many inputs provided; max 100'],
    ['getSignatureStatuses', [Array(257).fill('1')], 'Too many inputs provided; max 256'],
  ]
  for (const [method, params, message] of cases) {
    const { error } = await node.ask(method, ...params)
    assert.equal(error.code, -32602, message)
    assert.equal(error.message, message)
  }
  const asked = node.rpc.getBalance('abc').send()
  await assert.rejects(asked, it => isSolanaError(it, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS))
})

test('a client that knows more of the chain than the node is told so', async () => {
  const slot = Number(await node.rpc.getSlot().send())
  const ask = async minContextSlot =>
    node.ask('getBalance', node.said.accounts.owner, { minContextSlot })
  assert.equal((await ask(slot)).result.context.slot, slot)
  assert.deepEqual((await ask(slot + 1)).error, {
    code: -32016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: slot },
  })
})
