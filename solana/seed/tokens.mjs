/** Tokens: classic ones with and without a name, a collectible, and one of Token-2022; and who has them. */

import { getCreateAccountInstruction } from '@solana-program/system'
import {
  AuthorityType,
  findAssociatedTokenPda,
  getCreateAssociatedTokenInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToCheckedInstruction,
  getSetAuthorityInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { TOKEN_2022_PROGRAM_ADDRESS } from '../encoding/tokens.mjs'
import { signerOf } from '../ledger/keys.mjs'
import { COLLECTIBLE, FUNGIBLE, nameToken } from './metaplex.mjs'
import { namedMintOf } from './namedMint.mjs'

const NAMES = {
  usdc: {
    name: 'USD Coin',
    symbol: 'USDC',
    uri: 'https://tokens.example/usdc.json',
    tokenStandard: FUNGIBLE,
  },
  collectible: {
    name: 'Harbour #1',
    symbol: 'HARB',
    uri: 'https://tokens.example/harbour/1.json',
    tokenStandard: COLLECTIBLE,
  },
  euro: { name: 'Euro Note', symbol: 'EURN', uri: 'https://tokens.example/eurn.json' },
}

/**
 * @typedef {object} Token
 * @property {string} mint
 * @property {string} program
 * @property {number} decimals
 * @property {{ owner: string, friend: string }} accounts - In which they have it, or would.
 */

/** @returns {Promise<Record<string, Token>>} */
export async function seedTokens(story) {
  const { ledger, issuer } = story
  const usdc = await mintOf(story, 'usdc', 6, { owner: 2_500_000_000n, friend: 400_000_000n })
  const unnamed = await mintOf(story, 'unnamed', 9, { owner: 12_345_678_901n })
  const collectible = await mintOf(story, 'collectible', 0, { owner: 1n })
  await story.send(issuer, [
    getSetAuthorityInstruction({
      owned: collectible.mint,
      owner: issuer,
      authorityType: AuthorityType.MintTokens,
      newAuthority: null,
    }),
  ])
  const euro = await mintOf(story, 'euro', 2, { owner: 100_050n }, TOKEN_2022_PROGRAM_ADDRESS)
  const name = (token, key) => nameToken(ledger, token.mint, issuer.address, NAMES[key])
  return {
    usdc: { ...usdc, metadata: await name(usdc, 'usdc') },
    unnamed,
    collectible: { ...collectible, metadata: await name(collectible, 'collectible') },
    euro,
  }
}

async function mintOf(story, key, decimals, amounts, program = TOKEN_PROGRAM_ADDRESS) {
  const { ledger, issuer } = story
  const mint = await signerOf(`mint ${key}`)
  await story.send(
    issuer,
    program === TOKEN_PROGRAM_ADDRESS
      ? plainMintOf(ledger, issuer, mint, decimals)
      : namedMintOf(ledger, issuer, mint, decimals, NAMES[key]),
  )
  const token = { mint: mint.address, program, decimals, accounts: {} }
  for (const holder of ['owner', 'friend']) {
    const account = await accountOf(token, story[holder].address)
    token.accounts[holder] = account
    if (!amounts[holder]) continue
    await story.send(issuer, [
      createAccountOf(token, issuer, story[holder].address, account),
      getMintToCheckedInstruction(
        {
          mint: token.mint,
          token: account,
          mintAuthority: issuer,
          amount: amounts[holder],
          decimals,
        },
        { programAddress: program },
      ),
    ])
  }
  return token
}

function plainMintOf(ledger, issuer, mint, decimals) {
  const space = getMintSize()
  return [
    getCreateAccountInstruction({
      payer: issuer,
      newAccount: mint,
      space,
      lamports: ledger.rentOf(space),
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({
      mint: mint.address,
      decimals,
      mintAuthority: issuer.address,
      freezeAuthority: decimals === 0 ? null : issuer.address,
    }),
  ]
}

async function accountOf({ mint, program }, owner) {
  const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: program })
  return account
}

/** The instruction that makes the account in which somebody has a token. */
export function createAccountOf({ mint, program }, payer, owner, ata) {
  return getCreateAssociatedTokenInstruction({ payer, ata, owner, mint, tokenProgram: program })
}
