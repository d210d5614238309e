/**
 * The node for tests answers as the real validator does. Both are told the story of the seed by what clients
 * send, then both are asked what the server, the page and wallets ask. `SOLANA_TEST_VALIDATOR` is the program.
 */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getTransferSolInstruction } from '@solana-program/system'
import { getTransferCheckedInstruction } from '@solana-program/token'
import { TOKEN_2022_PROGRAM_ADDRESS as TOKEN_2022 } from '../encoding/tokens.mjs'
import { encodeMessage, messageFor, send, signedFor } from '../fixture/client.mjs'
import { RunningNode } from '../fixture/running.mjs'
import { Teller } from '../fixture/teller.mjs'
import { Validator } from '../fixture/validator.mjs'

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
/** Nobody's, as an address and as a blockhash; and a signature of nothing. */
const NOBODY = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const UNSIGNED = '1'.repeat(64)

const program = process.env.SOLANA_TEST_VALIDATOR
if (!program) throw new Error('SOLANA_TEST_VALIDATOR has to say where solana-test-validator is.')

let own
let real

before(async () => {
  own = await Teller.of(RunningNode.start())
  real = await Teller.of(Validator.start(program))
  await Promise.all(
    [own, real].map(async teller => {
      await teller.tell()
      teller.memoLamports = (await teller.node.result('getBalance', MEMO)).value
    }),
  )
})
after(() => Promise.all([own, real].map(it => it?.node.stop())))

/** What two chains do not share, or two releases of the programs on them, by where it stands. */
const VARYING = new Set([
  'absoluteSlot',
  'apiVersion',
  'blockHeight',
  'blockTime',
  'blockhash',
  'computeUnitsConsumed',
  'contextSlot',
  'epoch',
  'feature-set',
  'lastValidBlockHeight',
  'logMessages',
  'logs',
  'recentBlockhash',
  'slot',
  'slotIndex',
  'slotsInEpoch',
  'solana-core',
  'transactionCount',
  'transactionIndex',
  'unitsConsumed',
])

/** What the node for tests does not tell. */
const UNTOLD = new Set(['costUnits', 'loadedAccountsDataSize'])

/** Why bytes are not what they should be, every library says in words of its own. */
const REASON = /^(invalid base64 encoding|failed to deserialize [\w:]+): .*$/

/** An answer without what only this chain has: of that there is what kind it is. */
function comparable(answer, { names, memoLamports }) {
  return JSON.parse(JSON.stringify(answer), (key, value) => {
    if (UNTOLD.has(key)) return undefined
    if (VARYING.has(key)) return Array.isArray(value) ? 'a list' : `a ${typeof value}`
    if (key === 'signatures')
      return value.map(it => (it.startsWith('transaction') ? it : 'another'))
    // The rent of a program is that of its release.
    if (value === memoLamports) return 'what the program of memos has'
    if (key === 'message' && typeof value === 'string') return value.replace(REASON, '$1')
    return names.get(value) ?? value
  })
}

async function sameOf(ask) {
  const [expected, found] = await Promise.all(
    [real, own].map(async teller => comparable(await ask(teller), teller)),
  )
  assert.deepEqual(found, expected)
}

/** Both answer the same call alike, with the same error where there is one. */
function same(title, method, paramsOf) {
  test(title, () =>
    sameOf(async teller => {
      const { result, error } = await teller.node.ask(method, ...(await paramsOf(teller)))
      return { result, error }
    }),
  )
}

const confirmed = { commitment: 'confirmed' }
const parsed = { encoding: 'jsonParsed', ...confirmed }
const accountsOnly = { encoding: 'base64', dataSlice: { offset: 0, length: 0 }, ...confirmed }

test('a genesis hash is 32 bytes, and where the chain is a number', () =>
  sameOf(async ({ node }) => {
    const [hash, slot] = [
      await node.result('getGenesisHash'),
      await node.result('getSlot', confirmed),
    ]
    return [/^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(hash), Number.isInteger(slot)]
  }))

for (const who of ['owner', 'friend', 'issuer']) {
  same(`the balance of the ${who}`, 'getBalance', it => [it[who].address, confirmed])
  for (const programId of [TOKEN, TOKEN_2022]) {
    const name = `${programId === TOKEN ? 'classic tokens' : 'tokens of the second program'} of the ${who}`
    const by = { programId }
    same(name, 'getTokenAccountsByOwner', it => [it[who].address, by, parsed])
    same(`where the ${name} are`, 'getTokenAccountsByOwner', it => [
      it[who].address,
      by,
      accountsOnly,
    ])
  }
  same(`what the ${who} signed or was named in`, 'getSignaturesForAddress', it => [
    it[who].address,
    { limit: 51, ...confirmed },
  ])
}
same('a balance as the page asks for it', 'getBalance', it => [it.owner.address])
same('the balance of nobody', 'getBalance', () => [NOBODY])
same('the tokens of nobody', 'getTokenAccountsByOwner', () => [
  NOBODY,
  { programId: TOKEN },
  parsed,
])
same('the history of nobody', 'getSignaturesForAddress', () => [NOBODY, confirmed])

for (const token of ['usdc', 'unnamed', 'collectible', 'euro']) {
  const accountOf = it => it.tokens[token].accounts.owner
  same(`what went through the account of ${token}`, 'getSignaturesForAddress', it => [
    accountOf(it),
    confirmed,
  ])
  same(`the tokens of the mint of ${token}`, 'getTokenAccountsByOwner', it => [
    it.owner.address,
    { mint: it.tokens[token].mint },
    { encoding: 'base64' },
  ])
  same(`the mint of ${token}`, 'getAccountInfo', it => [it.tokens[token].mint, parsed])
  same(`the account of ${token}`, 'getAccountInfo', it => [accountOf(it), parsed])
  same(`the balance of ${token}`, 'getTokenAccountBalance', it => [accountOf(it)])
  same(`how much of ${token} there is`, 'getTokenSupply', it => [it.tokens[token].mint])
}

const history = (title, how) =>
  same(title, 'getSignaturesForAddress', it => [it.owner.address, how(it.transactions)])
history('a page of a history', () => ({ limit: 3, ...confirmed }))
history('the page after it', ({ euroOut }) => ({ limit: 2, before: euroOut, ...confirmed }))
history('what is younger', ({ solIn }) => ({ until: solIn, ...confirmed }))
history('what was before something that the account has no part in', it => ({
  before: it.usdcInUnnamed,
  ...confirmed,
}))
history('a page that is too long', () => ({ limit: 1001 }))

const details = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, ...confirmed }
for (const name of ['solOut', 'solIn', 'usdcOut', 'usdcInUnnamed', 'usdcIn', 'euroOut', 'failed']) {
  const signatureOf = it => it.transactions[name]
  same(`${name} as the server reads it`, 'getTransaction', it => [signatureOf(it), details])
  same(`${name} as it is written`, 'getTransaction', it => [
    signatureOf(it),
    { ...details, encoding: 'json' },
  ])
  same(`${name} for whoever knows the old version alone`, 'getTransaction', it => [signatureOf(it)])
}
same('a transaction that is not there', 'getTransaction', () => [UNSIGNED, details])

test('transactions that made the tokens', () =>
  sameOf(({ node, names }) =>
    Promise.all([...names.keys()].slice(3).map(it => node.ask('getTransaction', it, details))),
  ))

test('what came from the faucet', () =>
  sameOf(async ({ node, names, issuer }) => {
    const [signature] = names.keys()
    const { meta, transaction } = await node.result('getTransaction', signature, details)
    const at = transaction.message.accountKeys.findIndex(it => it.pubkey === issuer.address)
    // What the faucet paid is not compared: the faucet of the validator was seen to pay none.
    return [meta.err, at, meta.preBalances[at], meta.postBalances[at]]
  }))

same('what became of transactions', 'getSignatureStatuses', ({ names }) => [
  [...names.keys(), UNSIGNED],
  { searchTransactionHistory: true },
])

test('a batch is answered in its order', () =>
  sameOf(async ({ node, owner }) => {
    const call = (id, method, ...params) => ({ jsonrpc: '2.0', id, method, params })
    const calls = [
      call('latchkit', 'getBalance', owner.address),
      call(2, 'getNothing'),
      call(3, 'getBalance'),
      call(4, 'getHealth'),
    ]
    return JSON.parse(await node.post(calls))
  }))

for (const encoding of ['base58', 'base64', 'jsonParsed']) {
  same(`an account in ${encoding}`, 'getAccountInfo', it => [it.owner.address, { encoding }])
}
same('an account as it comes', 'getAccountInfo', it => [it.owner.address])
same('an account that is too long for base58', 'getAccountInfo', it => [
  it.tokens.usdc.accounts.owner,
])
same('no account', 'getAccountInfo', () => [NOBODY])
same('several accounts', 'getMultipleAccounts', it => [
  [it.owner.address, NOBODY, it.tokens.usdc.mint],
  parsed,
])

same('whether it is well', 'getHealth', () => [])
same('which release it is', 'getVersion', () => [])
same('its epoch', 'getEpochInfo', () => [confirmed])
same('its latest blockhash', 'getLatestBlockhash', () => [confirmed])
same('whether a blockhash is good', 'isBlockhashValid', async ({ node }) => {
  const { value } = await node.result('getLatestBlockhash', confirmed)
  return [value.blockhash, confirmed]
})
same('whether the blockhash of another chain is good', 'isBlockhashValid', () => [
  NOBODY,
  confirmed,
])
for (const bytes of [0, 82, 165]) {
  same(`the rent of ${bytes} bytes`, 'getMinimumBalanceForRentExemption', () => [bytes])
}
test('what is paid for haste', () =>
  sameOf(async ({ node, owner }) => {
    const [first] = await node.result('getRecentPrioritizationFees', [owner.address])
    return first
  }))

const pay = ({ owner, friend }, amount = 1n) =>
  getTransferSolInstruction({ source: owner, destination: friend.address, amount })
const giveUsdc = ({ owner, tokens: { usdc } }, amount = 1n) =>
  getTransferCheckedInstruction({
    source: usdc.accounts.owner,
    mint: usdc.mint,
    destination: usdc.accounts.friend,
    authority: owner,
    amount,
    decimals: usdc.decimals,
  })

same('what a message will cost', 'getFeeForMessage', async it => [
  encodeMessage(await messageFor(it.node, it.owner, [pay(it)])),
  confirmed,
])

/** A blockhash that is confirmed is not known yet where only what is final counts. */
const inBase64 = { encoding: 'base64', preflightCommitment: 'confirmed', ...confirmed }
const attempts = {
  'SOL that is there': it => [pay(it)],
  'more SOL than is there': it => [pay(it, 1_000_000_000_000n)],
  'so little that the other would not be kept': ({ owner, issuer, ...it }) => [
    pay({ ...it, owner, friend: { address: NOBODY } }),
  ],
  'tokens that are there': it => [giveUsdc(it)],
  'more tokens than there are': it => [giveUsdc(it, 1_000_000_000_000n)],
}
for (const [what, instructionsOf] of Object.entries(attempts)) {
  const encoded = async it => signedFor(it.node, it.owner, await instructionsOf(it))
  same(`trying to send ${what}`, 'simulateTransaction', async it => [await encoded(it), inBase64])
  if (what.includes('that are there') || what.includes('that is there')) continue
  same(`sending ${what}`, 'sendTransaction', async it => [await encoded(it), inBase64])
}
same('sending what was sent already', 'sendTransaction', async it => {
  const encoded = await signedFor(it.node, it.owner, [pay(it, 7n)])
  const signature = await send(it.node, encoded)
  await it.landed(signature, 'finalized')
  return [encoded, inBase64]
})
same('sending what is no transaction', 'sendTransaction', () => ['AAAA', inBase64])
same('sending what is not even text of the kind', 'sendTransaction', () => ['%', inBase64])

for (const [method, ...params] of [
  ['getBalance', 'abc'],
  ['getBalance', '0OIl'],
  ['getBalance', NOBODY, { commitment: 'soon' }],
  ['getBalance', 5],
  ['getTransaction', NOBODY],
  ['getTokenAccountsByOwner', NOBODY, {}, parsed],
  ['getTokenAccountsByOwner', NOBODY, { programId: NOBODY }, parsed],
  ['getTokenAccountsByOwner', NOBODY, { mint: NOBODY }, parsed],
  ['getTokenAccountBalance', NOBODY],
  ['getTokenSupply', NOBODY],
  ['getMultipleAccounts', Array(101).fill(NOBODY)],
  ['getSignatureStatuses', Array(257).fill(UNSIGNED)],
  ['getSignaturesForAddress', NOBODY, { commitment: 'processed' }],
  ['getBalance', NOBODY, { minContextSlot: 4_000_000_000 }],
]) {
  same(`what is wrong with ${method} ${JSON.stringify(params).slice(0, 60)}`, method, () => params)
}
