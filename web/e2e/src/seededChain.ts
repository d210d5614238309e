import { createTestClient, erc20Abi, http, parseEther, publicActions, walletActions } from 'viem'
import { anvil } from 'viem/chains'
import { Gateway } from '../../../contracts/fixture/gateway.mjs'
import { type Addresses, accounts, SeededChain } from '../../../contracts/fixture/seeded.mjs'

export { accounts }

/** The middle of the month that is so many before this one: it is the same month wherever a clock stands. */
export function monthsAgo(count: number): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth() - count, 15, 12)
}

/** How often whoever is paid much was paid in the last month. */
export const PAYMENTS = 60

/** A chain with everything on it, and what lies beside it. */
export type Seeds = {
  readonly addresses: Addresses
  readonly url: string
  readonly gateway: Gateway
  /** How much of a token an account has, in the smallest units. */
  held(token: `0x${string}`, account: `0x${string}`): Promise<bigint>
  /** How much of the native currency an account has, in wei. */
  ether(account: `0x${string}`): Promise<bigint>
  stop(): Promise<void>
}

/**
 * Two months ago all of `contracts/seed.mjs` happened, last month account 8 was paid again and again, and now
 * once more.
 */
export async function startSeeds(): Promise<Seeds> {
  const [, payer, , , offchain, , , , paid] = accounts
  if (!payer || !offchain || !paid) throw new Error('The chain has ten accounts.')
  const gateway = await Gateway.start(offchain)
  const chain = await SeededChain.startAt(monthsAgo(2), '--gateway', gateway.url)
  const { url } = chain.anvil
  const client = createTestClient({ chain: anvil, mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
  const pay = (ether: string) =>
    client.sendTransaction({ account: payer, to: paid, value: parseEther(ether) })
  const from = async (date: Date) => {
    const timestamp = BigInt(Math.floor(date.getTime() / 1000))
    await client.setNextBlockTimestamp({ timestamp })
  }
  await from(monthsAgo(1))
  for (let made = 0; made < PAYMENTS; made += 1) await pay('0.001')
  await from(new Date())
  await pay('2')
  return {
    addresses: chain.addresses,
    url,
    gateway,
    held: (address, account) =>
      client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
    ether: address => client.getBalance({ address }),
    async stop() {
      await chain.stop()
      await gateway.stop()
    },
  }
}
