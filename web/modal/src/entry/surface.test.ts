import type { Chain } from 'viem'
import { expectTypeOf, test } from 'vitest'
import { base, localhost, mainnet, solana } from '../generated/builtIn'
import type { Latchkit } from './main'

/** What of the public types has to compile, and what must not: `tsc` reads it, and nothing runs it. */
async function compiles(latchkit: Latchkit) {
  const chains: readonly Chain[] = [mainnet, base, localhost]
  const id: 1 = mainnet.id
  // @ts-expect-error one of Solana is no chain of viem's
  const other: Chain = solana
  await latchkit.open({ view: 'EmailLogin' })
  await latchkit.open({ view: 'ConnectingWalletConnectBasic' })
  // @ts-expect-error only a step leads there
  await latchkit.open({ view: 'EmailVerifyOtp' })
  const provider = latchkit.getProvider('solana')
  const params = { message: '1', pubkey: '1' }
  const signed = await provider?.request({ method: 'solana_signMessage', params })
  const signature: string | undefined = signed?.signature
  // @ts-expect-error it is one signature
  signed?.signatures
  const own = await provider?.request<number>({ method: 'getBalance' })
  return [chains, id, other, signature, own satisfies number | undefined]
}

test('what hosts write fits the public types', () => {
  expectTypeOf(compiles).toBeFunction()
})
