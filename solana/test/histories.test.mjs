/** What a seeded node tells of what was. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getSignatureFromTransaction, getTransactionDecoder } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { send, signedFor } from '../fixture/client.mjs'
import { RunningNode } from '../fixture/running.mjs'
import { signerOf } from '../ledger/keys.mjs'

let node
let accounts
let tokens
let transactions

before(async () => {
  node = await RunningNode.start('--seed')
  ;({ accounts, tokens, transactions } = node.said)
})
after(() => node?.stop())

const signaturesOf = async (address, config) =>
  (await node.rpc.getSignaturesForAddress(address, config).send()).map(it => it.signature)
const read = (signature, config) =>
  node.result('getTransaction', signature, { maxSupportedTransactionVersion: 0, ...config })
const parsed = { encoding: 'jsonParsed' }

test('the history of an account goes back from the newest, with what failed', async () => {
  const found = await node.result('getSignaturesForAddress', accounts.owner)
  const { solOut, solIn, usdcOut, usdcIn, euroOut, failed } = transactions
  assert.deepEqual(
    found.slice(0, 6).map(it => it.signature),
    [failed, euroOut, usdcIn, usdcOut, solIn, solOut],
  )
  assert.ok(found.length >= 11)
  const times = found.map(it => it.blockTime)
  const slots = found.map(it => it.slot)
  for (const numbers of [times, slots]) {
    assert.ok(numbers.every((number, index) => index === 0 || number < numbers[index - 1]))
  }
  assert.equal(new Date(times[0] * 1000).toISOString(), '2026-04-02T12:00:00.000Z')
  assert.deepEqual(found[0], {
    signature: failed,
    slot: slots[0],
    transactionIndex: 0,
    err: { InstructionError: [0, { Custom: 1 }] },
    memo: null,
    blockTime: times[0],
    confirmationStatus: 'finalized',
  })
  assert.equal(found[2].memo, '[11] for the tea')
  assert.equal(found[2].err, null)
})

test('pages of a history follow each other without a gap', async () => {
  const all = await signaturesOf(accounts.owner)
  const pages = []
  let before
  for (;;) {
    const page = await signaturesOf(accounts.owner, { limit: 4, ...(before && { before }) })
    if (page.length === 0) break
    pages.push(page)
    before = page.at(-1)
  }
  assert.deepEqual(pages.flat(), all)
  assert.deepEqual(
    pages.slice(0, -1).map(it => it.length),
    pages.slice(0, -1).map(() => 4),
  )
  assert.deepEqual(await signaturesOf(accounts.owner, { until: all[3] }), all.slice(0, 3))
  assert.deepEqual(
    await signaturesOf(accounts.owner, { before: all[1], until: all[5] }),
    all.slice(2, 5),
  )
  assert.deepEqual(await signaturesOf(accounts.owner, { before: all[5], until: all[1] }), [])
  // It names the owner nowhere, and is between two that do.
  const foreign = transactions.usdcInUnnamed
  const place = all.indexOf(transactions.usdcOut)
  assert.deepEqual(await signaturesOf(accounts.owner, { before: foreign }), all.slice(place))
  assert.deepEqual(await signaturesOf(accounts.owner, { until: foreign }), all.slice(0, place))
  const unknown = '1'.repeat(64)
  assert.deepEqual(await signaturesOf(accounts.owner, { before: unknown }), [])
  assert.deepEqual(await signaturesOf(accounts.owner, { until: unknown }), all)
})

test('limits and commitments of histories are as a node has them', async () => {
  const ask = async config =>
    (await node.ask('getSignaturesForAddress', accounts.owner, config)).error
  for (const limit of [0, 1001]) {
    assert.deepEqual(await ask({ limit }), { code: -32602, message: 'Invalid limit; max 1000' })
  }
  const message = 'Method does not support commitment below `confirmed`'
  assert.deepEqual(await ask({ commitment: 'processed' }), { code: -32602, message })
  const { error } = await node.ask('getTransaction', transactions.solOut, {
    commitment: 'processed',
  })
  assert.equal(error.message, message)
})

test('tokens that came to an account are in the history of that account', async () => {
  const { usdcInUnnamed, usdcIn } = transactions
  const ofAccount = await signaturesOf(tokens.usdc.accounts.owner)
  assert.ok(ofAccount.includes(usdcInUnnamed) && ofAccount.includes(usdcIn))
  assert.ok(!(await signaturesOf(accounts.owner)).includes(usdcInUnnamed))
  assert.deepEqual(await signaturesOf(node.said.genesisHash), [])
})

test('a transfer of SOL is parsed', async () => {
  const { slot, blockTime, meta, transaction, version } = await read(transactions.solOut, parsed)
  assert.ok(slot > 0)
  assert.equal(blockTime, Date.parse('2026-01-20T12:00:00Z') / 1000)
  assert.equal(version, 0)
  const { accountKeys, instructions, addressTableLookups } = transaction.message
  assert.deepEqual(accountKeys, [
    { pubkey: accounts.owner, signer: true, source: 'transaction', writable: true },
    { pubkey: accounts.friend, signer: false, source: 'transaction', writable: true },
    { pubkey: '1'.repeat(32), signer: false, source: 'transaction', writable: false },
  ])
  assert.deepEqual(instructions, [
    {
      parsed: {
        info: { destination: accounts.friend, lamports: 1_250_000_000, source: accounts.owner },
        type: 'transfer',
      },
      program: 'system',
      programId: '1'.repeat(32),
      stackHeight: 1,
    },
  ])
  assert.deepEqual(addressTableLookups, [])
  assert.deepEqual([meta.err, meta.status, meta.fee], [null, { Ok: null }, 5_000])
  const [before, after] = [meta.preBalances, meta.postBalances]
  assert.deepEqual(after, [before[0] - 1_250_005_000, before[1] + 1_250_000_000, before[2]])
  assert.deepEqual([meta.preTokenBalances, meta.postTokenBalances, meta.rewards], [[], [], []])
  assert.equal('loadedAddresses' in meta, false)
  assert.equal(meta.computeUnitsConsumed, 150)
})

test('a transfer of tokens is parsed, with what both had before and after', async () => {
  const { meta, transaction } = await read(transactions.usdcOut, parsed)
  const { mint, accounts: held, program } = tokens.usdc
  const [instruction] = transaction.message.instructions
  assert.equal(instruction.program, 'spl-token')
  assert.deepEqual(instruction.parsed, {
    type: 'transferChecked',
    info: {
      authority: accounts.owner,
      destination: held.friend,
      mint,
      source: held.owner,
      tokenAmount: { amount: '120500000', decimals: 6, uiAmount: 120.5, uiAmountString: '120.5' },
    },
  })
  const keys = transaction.message.accountKeys.map(it => it.pubkey)
  const amounts = balances =>
    Object.fromEntries(
      balances.map(({ accountIndex, uiTokenAmount, ...rest }) => {
        const account = keys[accountIndex]
        const owner = account === held.owner ? accounts.owner : accounts.friend
        assert.deepEqual(rest, { mint, owner, programId: program })
        return [account, uiTokenAmount.uiAmountString]
      }),
    )
  assert.deepEqual(amounts(meta.preTokenBalances), { [held.owner]: '2500', [held.friend]: '400' })
  assert.deepEqual(amounts(meta.postTokenBalances), {
    [held.owner]: '2379.5',
    [held.friend]: '520.5',
  })
})

test('an account that is new had no tokens before, and what made it is told', async () => {
  const { meta, transaction } = await read(transactions.euroOut, parsed)
  const { mint, accounts: held, program } = tokens.euro
  assert.deepEqual(
    meta.preTokenBalances.map(it => it.owner),
    [accounts.owner],
  )
  assert.deepEqual(
    meta.postTokenBalances
      .map(it => [it.owner, it.programId, it.uiTokenAmount.uiAmountString])
      .sort(),
    [
      [accounts.friend, program, '10.5'],
      [accounts.owner, program, '990'],
    ],
  )
  const [create] = transaction.message.instructions
  assert.equal(create.program, 'spl-associated-token-account')
  assert.deepEqual(create.parsed, {
    type: 'create',
    info: {
      account: held.friend,
      mint,
      source: accounts.owner,
      systemProgram: '1'.repeat(32),
      tokenProgram: program,
      wallet: accounts.friend,
    },
  })
  const [{ index, instructions }] = meta.innerInstructions
  assert.equal(index, 0)
  assert.ok(instructions.every(it => it.stackHeight === 2))
  const [size, account] = instructions.map(it => it.parsed)
  assert.deepEqual(size.info, { extensionTypes: ['immutableOwner'], mint })
  assert.deepEqual(account.info.owner, program)
})

test('memos are parsed, and so is what makes a mint', async () => {
  const { transaction } = await read(transactions.usdcIn, parsed)
  const [, , memo] = transaction.message.instructions
  assert.deepEqual([memo.program, memo.parsed], ['spl-memo', 'for the tea'])
  const typesOf = async mint => {
    const first = (await signaturesOf(mint)).at(-1)
    const { instructions } = (await read(first, parsed)).transaction.message
    return instructions.map(it => it.parsed?.type)
  }
  assert.deepEqual(await typesOf(tokens.usdc.mint), ['createAccount', 'initializeMint2'])
  assert.deepEqual(await typesOf(tokens.euro.mint), [
    'createAccount',
    'initializeMetadataPointer',
    'initializeMint2',
    'initializeTokenMetadata',
  ])
})

test('json is what comes if nothing is said, and base64 is what was sent', async () => {
  const { meta, transaction, version } = await node.result('getTransaction', transactions.solIn)
  assert.equal(version, undefined)
  const { message, signatures } = transaction
  assert.deepEqual(signatures, [transactions.solIn])
  assert.deepEqual(message.header, {
    numRequiredSignatures: 1,
    numReadonlySignedAccounts: 0,
    numReadonlyUnsignedAccounts: 1,
  })
  assert.deepEqual(message.accountKeys, [accounts.friend, accounts.owner, '1'.repeat(32)])
  const [{ data, ...instruction }] = message.instructions
  assert.deepEqual(instruction, { accounts: [0, 1], programIdIndex: 2, stackHeight: 1 })
  assert.match(data, /^3B/)
  assert.deepEqual(meta.loadedAddresses, { readonly: [], writable: [] })

  for (const config of ['base64', { encoding: 'base64' }]) {
    const raw = await node.result('getTransaction', transactions.solIn, config)
    const [text, encoding] = raw.transaction
    assert.equal(encoding, 'base64')
    const decoded = getTransactionDecoder().decode(Buffer.from(text, 'base64'))
    assert.equal(getSignatureFromTransaction(decoded), transactions.solIn)
  }
  assert.equal((await read(transactions.solIn)).version, 'legacy')
})

test('a client that knows no versions is told that there is one', async () => {
  const { error } = await node.ask('getTransaction', transactions.solOut)
  assert.equal(error.code, -32015)
  assert.match(
    error.message,
    /^Transaction version \(0\) is not supported by the requesting client/,
  )
})

test('a transaction that failed tells why, and what it cost', async () => {
  const { meta } = await read(transactions.failed, parsed)
  const err = { InstructionError: [0, { Custom: 1 }] }
  assert.deepEqual([meta.err, meta.status, meta.fee], [err, { Err: err }, 5_000])
  assert.equal(meta.preBalances[0] - meta.postBalances[0], 5_000)
  assert.deepEqual(meta.preTokenBalances, meta.postTokenBalances)
  assert.ok(meta.logMessages.includes('Program log: Error: insufficient funds'))
})

test('what never was is null', async () => {
  const nothing = '1'.repeat(64)
  assert.equal(await read(nothing), null)
  const { value } = await node.rpc.getSignatureStatuses([nothing, transactions.solOut]).send()
  assert.deepEqual([value[0], value[1].confirmationStatus], [null, 'finalized'])
})

test('what is sent now is the newest, and of now', async () => {
  const owner = await signerOf('owner')
  const pay = getTransferSolInstruction({ source: owner, destination: accounts.friend, amount: 1n })
  const begun = Math.floor(Date.now() / 1000)
  const signature = await send(node, await signedFor(node, owner, [pay]))
  const [newest] = await node.result('getSignaturesForAddress', accounts.owner, { limit: 1 })
  assert.equal(newest.signature, signature)
  assert.ok(newest.blockTime >= begun && newest.blockTime <= begun + 60)
  const next = await node.result('requestAirdrop', accounts.owner, 1)
  const { blockTime } = await read(next)
  assert.ok(blockTime > newest.blockTime)
})

test('an old status is found only by who asks for the whole history', async () => {
  const { tokenless } = accounts
  for (let block = 0; block < 150; block++) await node.result('requestAirdrop', tokenless, 1)
  const statusOf = async config =>
    (await node.rpc.getSignatureStatuses([transactions.solOut], config).send()).value[0]
  assert.equal(await statusOf(), null)
  assert.equal((await statusOf({ searchTransactionHistory: true })).err, null)
})
