/** Transactions that a client sends, or lets be tried out. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  compileTransaction,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getSignatureFromTransaction,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE as PREFLIGHT,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  fetchNonce,
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getNonceSize,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import {
  getCreateAssociatedTokenInstructionAsync,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { encodeMessage, messageFor, send, signedFor } from '../fixture/client.mjs'
import { RunningNode } from '../fixture/running.mjs'
import { signerOf } from '../ledger/keys.mjs'

const FEE = 5_000n

let node
let owner
let friend

before(async () => {
  node = await RunningNode.start('--seed')
  owner = await signerOf('owner')
  friend = await signerOf('friend')
})
after(() => node?.stop())

const balanceOf = async address => (await node.rpc.getBalance(address).send()).value
const pay = (source, destination, amount) =>
  getTransferSolInstruction({ source, destination: destination.address, amount })
const statusOf = async signature =>
  (await node.rpc.getSignatureStatuses([signature]).send()).value[0]

test('an airdrop arrives, and so does each of two that are alike', async () => {
  const somebody = await generateKeyPairSigner()
  const give = () => node.result('requestAirdrop', somebody.address, 2_000_000_000)
  const signatures = await Promise.all([give(), give()])
  assert.notEqual(signatures[0], signatures[1])
  assert.equal(await balanceOf(somebody.address), 4_000_000_000n)
  const status = await statusOf(signatures[1])
  assert.equal(status.confirmationStatus, 'finalized')
  assert.equal(status.err, null)
})

for (const version of ['legacy', 0]) {
  test(`SOL is sent with a transaction of version ${version}`, async () => {
    const [mine, theirs] = [await balanceOf(owner.address), await balanceOf(friend.address)]
    const height = await node.rpc.getBlockHeight().send()
    const encoded = await signedFor(node, owner, [pay(owner, friend, 1_000_000n)], version)
    const signature = await send(node, encoded)
    assert.equal(await balanceOf(owner.address), mine - 1_000_000n - FEE)
    assert.equal(await balanceOf(friend.address), theirs + 1_000_000n)
    const { slot, ...status } = await node
      .result('getSignatureStatuses', [signature])
      .then(it => it.value[0])
    assert.equal(slot, Number(await node.rpc.getSlot().send()))
    assert.equal(await node.rpc.getBlockHeight().send(), height + 1n)
    assert.deepEqual(status, {
      confirmations: null,
      confirmationStatus: 'finalized',
      err: null,
      status: { Ok: null },
    })
  })
}

test('base58 is what a transaction is in if nothing else is said', async () => {
  const encoded = await signedFor(node, owner, [pay(owner, friend, 2n)])
  const bytes = getBase64Encoder().encode(encoded)
  const { result } = await node.ask('sendTransaction', getBase58Decoder().decode(bytes))
  assert.equal((await statusOf(result)).err, null)
})

test('tokens are sent', async () => {
  const { mint, accounts, decimals } = node.said.tokens.usdc
  const have = async account =>
    BigInt((await node.rpc.getTokenAccountBalance(account).send()).value.amount)
  const [mine, theirs] = [await have(accounts.owner), await have(accounts.friend)]
  const give = getTransferCheckedInstruction({
    source: accounts.owner,
    mint,
    destination: accounts.friend,
    authority: owner,
    amount: 1_500_000n,
    decimals,
  })
  await send(node, await signedFor(node, owner, [give]))
  assert.equal(await have(accounts.owner), mine - 1_500_000n)
  assert.equal(await have(accounts.friend), theirs + 1_500_000n)
})

test('a transaction whose blockhash is not the last one is taken, but only once', async () => {
  const encoded = await signedFor(node, owner, [pay(owner, friend, 3n)])
  await send(node, await signedFor(node, friend, [pay(friend, owner, 3n)]))
  await send(node, encoded)
  const { error } = await node.ask('sendTransaction', encoded, { encoding: 'base64' })
  assert.equal(error.code, -32002)
  assert.equal(error.data.err, 'AlreadyProcessed')
  assert.equal(
    error.message,
    'Transaction simulation failed: This transaction has already been processed',
  )
})

test('what is offered for haste is paid, and told to others', async () => {
  const price = new Uint8Array(9)
  price[0] = 3
  new DataView(price.buffer).setBigUint64(1, 1_500_001n, true)
  const haste = { programAddress: 'ComputeBudget111111111111111111111111111111', data: price }
  const { mint, accounts, decimals } = node.said.tokens.usdc
  const give = getTransferCheckedInstruction({
    source: accounts.owner,
    mint,
    destination: accounts.friend,
    authority: owner,
    amount: 1n,
    decimals,
  })
  const message = await messageFor(node, owner, [haste, give])
  const { value } = await node.rpc.getFeeForMessage(encodeMessage(message)).send()
  const signed = await signTransactionMessageWithSigners(message)
  const signature = await send(node, getBase64EncodedWireTransaction(signed))
  const config = { maxSupportedTransactionVersion: 0 }
  const { meta } = await node.rpc.getTransaction(signature, config).send()
  // One instruction has 3,000 units, the other 200,000; each is 1.500001 lamports, rounded up in the end.
  assert.deepEqual([value, meta.fee], [309_501n, 309_501n])
  const fees = await node.rpc.getRecentPrioritizationFees().send()
  assert.equal(fees.at(-1).prioritizationFee, 1_500_001n)
})

test('a durable nonce is as good as a blockhash, once', async () => {
  const nonceAccount = await generateKeyPairSigner()
  const create = getCreateAccountInstruction({
    payer: owner,
    newAccount: nonceAccount,
    space: getNonceSize(),
    lamports: await node.rpc.getMinimumBalanceForRentExemption(BigInt(getNonceSize())).send(),
    programAddress: SYSTEM_PROGRAM_ADDRESS,
  })
  const initialize = getInitializeNonceAccountInstruction({
    nonceAccount: nonceAccount.address,
    nonceAuthority: owner.address,
  })
  await send(node, await signedFor(node, owner, [create, initialize]))
  const { data } = await fetchNonce(node.rpc, nonceAccount.address)
  const message = setTransactionMessageLifetimeUsingDurableNonce(
    {
      nonce: data.blockhash,
      nonceAccountAddress: nonceAccount.address,
      nonceAuthorityAddress: owner.address,
    },
    await messageFor(node, owner, [pay(owner, friend, 9n)]),
  )
  const encoded = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
  assert.equal((await statusOf(await send(node, encoded))).err, null)
  await assert.rejects(send(node, encoded), it => isSolanaError(it, PREFLIGHT))
})

test('what would fail is refused before, with what the program said', async () => {
  const mine = await balanceOf(owner.address)
  const encoded = await signedFor(node, owner, [pay(owner, friend, mine)])
  const { error } = await node.ask('sendTransaction', encoded, { encoding: 'base64' })
  assert.equal(error.code, -32002)
  assert.equal(
    error.message,
    'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
  )
  assert.deepEqual(error.data.err, { InstructionError: [0, { Custom: 1 }] })
  assert.match(error.data.logs[1], /^Transfer: insufficient lamports/)
  assert.equal(error.data.unitsConsumed, 150)
  assert.equal(error.data.fee, Number(FEE))
  const { value } = await node.result('simulateTransaction', encoded, { encoding: 'base64' })
  assert.equal(value.postBalances[0], Number(mine - FEE))
  assert.equal(await balanceOf(owner.address), mine)
  await assert.rejects(
    send(node, encoded),
    it =>
      isSolanaError(it, PREFLIGHT) &&
      isSolanaError(it.cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM),
  )
})

test('without that look it fails in a block, and its fee is gone', async () => {
  const mine = await balanceOf(owner.address)
  const encoded = await signedFor(node, owner, [pay(owner, friend, mine)])
  const signature = await send(node, encoded, { skipPreflight: true })
  assert.deepEqual((await node.result('getSignatureStatuses', [signature])).value[0].status, {
    Err: { InstructionError: [0, { Custom: 1 }] },
  })
  assert.equal(await balanceOf(owner.address), mine - FEE)
})

test('who has nothing pays for nothing', async () => {
  const poor = await generateKeyPairSigner()
  const encoded = await signedFor(node, poor, [pay(poor, friend, 1n)])
  const { error } = await node.ask('sendTransaction', encoded, { encoding: 'base64' })
  assert.equal(error.data.err, 'AccountNotFound')
  const signature = await send(node, encoded, { skipPreflight: true })
  assert.equal(await statusOf(signature), null)
})

test('a new account that has too little for its rent is told so', async () => {
  const nobody = await generateKeyPairSigner()
  const encoded = await signedFor(node, owner, [pay(owner, nobody, 1n)])
  const { error } = await node.ask('sendTransaction', encoded, { encoding: 'base64' })
  assert.deepEqual(error.data.err, { InsufficientFundsForRent: { account_index: 1 } })
  assert.match(error.message, /account \(1\) with insufficient funds for rent$/)
})

test('an old blockhash, a wrong signature and none are refused', async () => {
  const message = await messageFor(node, owner, [pay(owner, friend, 4n)])
  const signed = await signTransactionMessageWithSigners(message)
  const ask = async transaction =>
    node.ask('sendTransaction', getBase64EncodedWireTransaction(transaction), {
      encoding: 'base64',
    })
  const signature = new Uint8Array(signed.signatures[owner.address])
  signature[0] ^= 1
  const refused = { code: -32003, message: 'Transaction signature verification failure' }
  assert.deepEqual(
    (await ask({ ...signed, signatures: { [owner.address]: signature } })).error,
    refused,
  )
  assert.deepEqual((await ask(compileTransaction(message))).error, refused)

  const blockhash = node.said.genesisHash
  const old = { ...message, lifetimeConstraint: { blockhash, lastValidBlockHeight: 1n } }
  const { error } = await ask(await signTransactionMessageWithSigners(old))
  assert.equal(error.data.err, 'BlockhashNotFound')
  assert.equal(error.message, 'Transaction simulation failed: Blockhash not found')
})

test('what is no transaction is refused, and the node stays', async () => {
  const encoded = await signedFor(node, owner, [pay(owner, friend, 5n)])
  const bytes = Buffer.from(encoded, 'base64')
  const changed = (at, value) => {
    const copy = Buffer.from(bytes)
    copy[at] = value
    return copy.toString('base64')
  }
  const program = 1 + 64 + 4 + 1 + 3 * 32 + 32 + 1
  const cases = [
    ['', /^failed to deserialize/],
    ['AAAA', /^failed to deserialize/],
    [bytes.subarray(0, 100).toString('base64'), /^failed to deserialize/],
    ['?', /^invalid base64 encoding/],
    [changed(program, 9), /failed to sanitize accounts offsets correctly$/],
    [changed(program, 0), /failed to sanitize accounts offsets correctly$/],
    [changed(1 + 64 + 3, 7), /failed to sanitize accounts offsets correctly$/],
    ['A'.repeat(1645), /^base64 encoded too large: 1645 bytes/],
  ]
  for (const method of ['sendTransaction', 'simulateTransaction']) {
    for (const [text, message] of cases) {
      const { error } = await node.ask(method, text, { encoding: 'base64' })
      assert.equal(error.code, -32602)
      assert.match(error.message, message)
    }
    const { error } = await node.ask(method, encoded, { encoding: 'json' })
    assert.match(error.message, /^unsupported encoding: json/)
  }
  assert.equal(await node.rpc.getHealth().send(), 'ok')
})

test('an account that is named twice is refused', async () => {
  const twinOf = async (signers, instruction) => {
    const bytes = Buffer.from(await signedFor(node, owner, [instruction]), 'base64')
    const keys = 1 + 64 * signers + 4 + 1
    bytes.copy(bytes, keys + 32, keys, keys + 32)
    return node.ask('simulateTransaction', bytes.toString('base64'), { encoding: 'base64' })
  }
  const { result } = await twinOf(1, pay(owner, friend, 5n))
  assert.equal(result.value.err, 'AccountLoadedTwice')
  const create = getCreateAccountInstruction({
    payer: owner,
    newAccount: await generateKeyPairSigner(),
    space: 0,
    lamports: 1_000_000n,
    programAddress: SYSTEM_PROGRAM_ADDRESS,
  })
  const { error } = await twinOf(2, create)
  assert.match(error.message, /failed to sanitize accounts offsets correctly$/)
})

test('a transaction is tried out unsigned, and nothing changes', async () => {
  const [mine, theirs] = [await balanceOf(owner.address), await balanceOf(friend.address)]
  const unsigned = compileTransaction(await messageFor(node, owner, [pay(owner, friend, 6n)]))
  const encoded = getBase64EncodedWireTransaction(unsigned)
  const { value } = await node.result('simulateTransaction', encoded, {
    encoding: 'base64',
    accounts: { addresses: [friend.address], encoding: 'base64' },
  })
  assert.equal(value.err, null)
  assert.equal(value.fee, Number(FEE))
  assert.deepEqual(value.preBalances.slice(0, 2), [Number(mine), Number(theirs)])
  assert.deepEqual(value.postBalances.slice(0, 2), [Number(mine - FEE - 6n), Number(theirs + 6n)])
  assert.equal(value.accounts[0].lamports, Number(theirs + 6n))
  assert.equal(value.unitsConsumed, 150)
  assert.match(value.logs.at(-1), /success$/)
  assert.deepEqual(
    [value.innerInstructions, value.replacementBlockhash, value.returnData],
    [null, null, null],
  )
  assert.equal(await balanceOf(friend.address), theirs)

  const verified = await node.ask('simulateTransaction', encoded, {
    encoding: 'base64',
    sigVerify: true,
  })
  assert.equal(verified.error.code, -32003)
})

test('an old blockhash is replaced where it is only tried out', async () => {
  const message = await messageFor(node, owner, [pay(owner, friend, 7n)])
  const lifetimeConstraint = { blockhash: node.said.genesisHash, lastValidBlockHeight: 1n }
  const old = compileTransaction({ ...message, lifetimeConstraint })
  const encoded = getBase64EncodedWireTransaction(old)
  const simulate = async config =>
    node.ask('simulateTransaction', encoded, { encoding: 'base64', ...config })
  assert.equal((await simulate({})).result.value.err, 'BlockhashNotFound')
  const { value } = (await simulate({ replaceRecentBlockhash: true })).result
  assert.equal(value.err, null)
  const last = await node.result('getLatestBlockhash')
  assert.deepEqual(value.replacementBlockhash, last.value)
  const both = await simulate({ replaceRecentBlockhash: true, sigVerify: true })
  assert.equal(both.error.message, 'sigVerify may not be used with replaceRecentBlockhash')
})

test('what instructions call inside is told where it is asked for', async () => {
  const { mint, program } = node.said.tokens.euro
  const somebody = await generateKeyPairSigner()
  const create = await getCreateAssociatedTokenInstructionAsync({
    payer: owner,
    owner: somebody.address,
    mint,
    tokenProgram: program,
  })
  const encoded = await signedFor(node, owner, [create])
  const { value } = await node.rpc
    .simulateTransaction(encoded, { encoding: 'base64', innerInstructions: true })
    .send()
  const [{ index, instructions }] = value.innerInstructions
  assert.equal(index, 0)
  assert.deepEqual(
    instructions.map(it => it.parsed.type),
    ['getAccountDataSize', 'createAccount', 'initializeImmutableOwner', 'initializeAccount3'],
  )
})

test('a transaction is called by the signature that its payer made', async () => {
  const message = await messageFor(node, owner, [pay(owner, friend, 8n)])
  const signed = await signTransactionMessageWithSigners(message)
  const signature = await send(node, getBase64EncodedWireTransaction(signed))
  assert.equal(signature, getSignatureFromTransaction(signed))
})
