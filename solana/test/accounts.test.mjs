/** Accounts on a seeded node, those of tokens among them. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  fetchEncodedAccount,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64Encoder,
} from '@solana/kit'
import { decodeMint, decodeToken, fetchMint, fetchToken } from '@solana-program/token'
import { RunningNode } from '../fixture/running.mjs'

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const SYSTEM = '1'.repeat(32)

let node
let accounts
let tokens

before(async () => {
  node = await RunningNode.start('--seed')
  ;({ accounts, tokens } = node.said)
})
after(() => node?.stop())

const parsed = { encoding: 'jsonParsed' }

test('an account has lamports, an owner and bytes', async () => {
  const { tokenless } = accounts
  assert.equal((await node.rpc.getBalance(tokenless).send()).value, 1_500_000_000n)
  const { context, value } = await node.result('getAccountInfo', tokenless)
  assert.deepEqual(Object.keys(context).sort(), ['apiVersion', 'slot'])
  assert.deepEqual(
    { ...value, rentEpoch: undefined },
    {
      data: '',
      executable: false,
      lamports: 1_500_000_000,
      owner: SYSTEM,
      rentEpoch: undefined,
      space: 0,
    },
  )
  const program = await fetchEncodedAccount(node.rpc, TOKEN)
  assert.equal(program.executable, true)
})

test('that no rent is owed is told by a number that has 64 bits', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: [accounts.owner] }
  assert.match(await node.post(body), /"rentEpoch":18446744073709551615,/)
})

test('an account that is not there is null, and has nothing', async () => {
  const { address } = await generateKeyPairSigner()
  assert.equal((await node.rpc.getBalance(address).send()).value, 0n)
  assert.equal((await node.result('getAccountInfo', address)).value, null)
  const { value } = await node.result('getMultipleAccounts', [address, accounts.owner])
  assert.equal(value[0], null)
  assert.deepEqual(value[1].data, ['', 'base64'])
})

test('bytes come in the encoding that is asked for, and only those asked for', async () => {
  const { mint } = tokens.usdc
  const ask = async config => node.ask('getAccountInfo', mint, config)
  const whole = (await ask({ encoding: 'base64' })).result.value
  assert.equal(whole.data[1], 'base64')
  const { decimals, supply } = decodeMint({
    address: mint,
    exists: true,
    data: getBase64Encoder().encode(whole.data[0]),
  }).data
  assert.deepEqual([decimals, supply], [6, 2_900_000_000n])

  const dataSlice = { offset: 44, length: 2 }
  const slice = async encoding => (await ask({ encoding, dataSlice })).result.value.data
  assert.deepEqual(await slice('base64'), [Buffer.from([6, 1]).toString('base64'), 'base64'])
  assert.deepEqual(await slice('base58'), ['TW', 'base58'])
  assert.equal(await slice('binary'), 'TW')
  assert.equal(
    (await ask({ encoding: 'base64', dataSlice: { offset: 400, length: 2 } })).result.value.data[0],
    '',
  )
  assert.equal(typeof (await ask({ encoding: 'base58' })).result.value.data[0], 'string')
  const { error } = await node.ask('getAccountInfo', tokens.usdc.accounts.owner)
  assert.equal(error.code, -32600)
  assert.match(error.message, /should be less than 128 bytes, please use Base64/)
})

test('a client of the token program reads mints and accounts', async () => {
  const { mint, accounts: held } = tokens.unnamed
  assert.equal((await fetchMint(node.rpc, mint)).data.decimals, 9)
  const { data } = await fetchToken(node.rpc, held.owner)
  assert.deepEqual([data.owner, data.mint, data.amount], [accounts.owner, mint, 12_345_678_901n])
})

test('a mint is parsed', async () => {
  const { value } = await node.result('getAccountInfo', tokens.usdc.mint, parsed)
  assert.deepEqual(value.data, {
    program: 'spl-token',
    parsed: {
      type: 'mint',
      info: {
        decimals: 6,
        freezeAuthority: accounts.issuer,
        isInitialized: true,
        mintAuthority: accounts.issuer,
        supply: '2900000000',
      },
    },
    space: 82,
  })
  const { info } = (await node.result('getAccountInfo', tokens.collectible.mint, parsed)).value.data
    .parsed
  assert.deepEqual([info.supply, info.mintAuthority, info.freezeAuthority], ['1', null, null])
  const { data } = (await node.result('getAccountInfo', accounts.owner, parsed)).value
  assert.deepEqual(data, ['', 'base64'])
})

test('a mint of Token-2022 has its name in it', async () => {
  const { mint, program } = tokens.euro
  assert.equal(program, TOKEN_2022)
  const { data } = (await node.result('getAccountInfo', mint, parsed)).value
  assert.equal(data.program, 'spl-token-2022')
  assert.deepEqual(data.parsed.info.extensions, [
    {
      extension: 'metadataPointer',
      state: { authority: accounts.issuer, metadataAddress: mint },
    },
    {
      extension: 'tokenMetadata',
      state: {
        additionalMetadata: [],
        mint,
        name: 'Euro Note',
        symbol: 'EURN',
        updateAuthority: accounts.issuer,
        uri: 'https://tokens.example/eurn.json',
      },
    },
  ])
})

test('the tokens of an owner are found by the program, as clients parse them', async () => {
  const ask = async programId =>
    (await node.rpc.getTokenAccountsByOwner(accounts.owner, { programId }, parsed).send()).value
  const amounts = found =>
    Object.fromEntries(
      found.map(({ pubkey, account }) => {
        const { mint, owner, state, tokenAmount } = account.data.parsed.info
        assert.deepEqual([owner, state], [accounts.owner, 'initialized'])
        return [mint, [pubkey, tokenAmount.uiAmountString, tokenAmount.decimals]]
      }),
    )
  const { usdc, unnamed, collectible, euro } = tokens
  assert.deepEqual(amounts(await ask(TOKEN)), {
    [usdc.mint]: [usdc.accounts.owner, '2407.25', 6],
    [unnamed.mint]: [unnamed.accounts.owner, '12.345678901', 9],
    [collectible.mint]: [collectible.accounts.owner, '1', 0],
  })
  const inOrder = (await ask(TOKEN)).map(it => getAddressEncoder().encode(it.pubkey))
  assert.deepEqual(inOrder.toSorted(Buffer.compare), inOrder)
  const [found, ...more] = await ask(TOKEN_2022)
  assert.deepEqual(amounts([found]), { [euro.mint]: [euro.accounts.owner, '990', 2] })
  assert.deepEqual(found.account.data.parsed.info.extensions, [{ extension: 'immutableOwner' }])
  assert.deepEqual(more, [])
})

test('they are found by the mint too, and as bytes', async () => {
  for (const { mint, program, accounts: held } of [tokens.usdc, tokens.euro]) {
    const { context, value } = await node.result(
      'getTokenAccountsByOwner',
      accounts.owner,
      { mint },
      { encoding: 'base64' },
    )
    assert.equal(context.slot, Number(await node.rpc.getSlot().send()))
    assert.equal(value.length, 1)
    const [{ pubkey, account }] = value
    assert.deepEqual([pubkey, account.owner], [held.owner, program])
    const data = getBase64Encoder().encode(account.data[0])
    assert.equal(data.length, account.space)
    assert.equal(decodeToken({ exists: true, data: data.slice(0, 165) }).data.mint, mint)
  }
})

test('who has no tokens has none, and which are meant has to be said', async () => {
  const ask = (owner, filter) => node.ask('getTokenAccountsByOwner', owner, filter, parsed)
  const { tokenless, owner } = accounts
  assert.deepEqual((await ask(tokenless, { programId: TOKEN })).result.value, [])
  assert.deepEqual((await ask(tokenless, { mint: tokens.usdc.mint })).result.value, [])
  const cases = [
    [{}, 'Invalid params: invalid value: map, expected map with a single key.'],
    [{ programId: SYSTEM }, 'Invalid param: unrecognized Token program id'],
    [{ mint: tokenless }, 'Invalid param: Token mint could not be unpacked'],
    [{ mint: node.said.genesisHash }, 'Invalid param: could not find mint'],
  ]
  for (const [filter, message] of cases) {
    assert.deepEqual((await ask(owner, filter)).error, { code: -32602, message })
  }
})

test('balances and supplies are told in every way', async () => {
  const { usdc, collectible, euro } = tokens
  assert.deepEqual((await node.result('getTokenAccountBalance', usdc.accounts.owner)).value, {
    amount: '2407250000',
    decimals: 6,
    uiAmount: 2407.25,
    uiAmountString: '2407.25',
  })
  assert.deepEqual((await node.result('getTokenSupply', collectible.mint)).value, {
    amount: '1',
    decimals: 0,
    uiAmount: 1,
    uiAmountString: '1',
  })
  const messageOf = async (...call) => (await node.ask(...call)).error.message
  const { owner } = accounts
  assert.equal(
    await messageOf('getTokenAccountBalance', owner),
    'Invalid param: not a Token account',
  )
  assert.equal(await messageOf('getTokenSupply', owner), 'Invalid param: not a Token mint')
  assert.equal(
    await messageOf('getTokenSupply', usdc.accounts.owner),
    'Invalid param: mint could not be unpacked',
  )
  assert.equal(
    await messageOf('getTokenSupply', euro.accounts.owner),
    'Invalid param: mint could not be unpacked',
  )
  assert.equal(
    await messageOf('getTokenAccountBalance', euro.mint),
    'Invalid param: not a Token account',
  )
  assert.equal(
    await messageOf('getTokenAccountBalance', node.said.genesisHash),
    'Invalid param: could not find account',
  )
})

test('names of classic tokens stand where the program of Metaplex keeps them', async () => {
  const { mint, metadata } = tokens.usdc
  const { owner, data } = (await node.result('getAccountInfo', metadata, { encoding: 'base64' }))
    .value
  assert.equal(owner, 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
  const bytes = Buffer.from(data[0], 'base64')
  assert.deepEqual([bytes[0], bytes.length], [4, 679])
  const textAt = at => {
    const end = at + 4 + bytes.readUInt32LE(at)
    return [bytes.toString('utf8', at + 4, end).replace(/\0+$/, ''), end]
  }
  const [name, afterName] = textAt(65)
  const [symbol, afterSymbol] = textAt(afterName)
  const [uri, afterUri] = textAt(afterSymbol)
  assert.deepEqual([afterName, afterSymbol, afterUri], [101, 115, 319])
  assert.deepEqual([name, symbol, uri], ['USD Coin', 'USDC', 'https://tokens.example/usdc.json'])
  const { value } = await node.result('getAccountInfo', mint, {
    encoding: 'base64',
    dataSlice: { offset: 0, length: 0 },
  })
  assert.equal(value.owner, TOKEN)
  // No fee, no creators, not sold yet, may change; a nonce, and that it is fungible.
  assert.deepEqual([...bytes.subarray(afterUri, afterUri + 9)], [0, 0, 0, 0, 1, 1, 255, 1, 2])
})
