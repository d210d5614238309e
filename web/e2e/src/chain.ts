import type { BrowserContext } from '@playwright/test'
import { createTestClient, type Hex, http, publicActions, walletActions } from 'viem'
import { anvil } from 'viem/chains'

/** The accounts that the node unlocks; their keys are public. */
export const accounts = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/**
 * Options by which pages read Ethereum from the local node: no other node is there. It is told to be of Ethereum; all
 * else it says itself.
 */
export async function readsEthereumAt(context: BrowserContext, server: string) {
  const url = `${server}/dev/ethereum`
  await context.route(url, async route => {
    const response = await route.fetch({ url: `${server}/dev/rpc` })
    if (route.request().postDataJSON()?.method !== 'eth_chainId') return route.fulfill({ response })
    return route.fulfill({ response, json: { ...(await response.json()), result: '0x1' } })
  })
  return { customRpcUrls: { 'eip155:1': [{ url }] } }
}

const weiPerThousandth = 10n ** 15n

/** The local chain, asked past the page, the modal and the server's node proxy. */
export class Chain {
  readonly #client

  constructor(url: string) {
    const transport = http(url)
    this.#client = createTestClient({ chain: anvil, mode: 'anvil', transport })
      .extend(publicActions)
      .extend(walletActions)
  }

  balanceOf(address: Hex): Promise<bigint> {
    return this.#client.getBalance({ address })
  }

  /** The balance as the modal writes it: three decimals at most, floored, thousands grouped. */
  async shownBalanceOf(address: Hex): Promise<string> {
    const thousandths = Number((await this.balanceOf(address)) / weiPerThousandth)
    return `${(thousandths / 1000).toLocaleString('en-US')} ETH`
  }

  /** An account has this much from now on. */
  async fund(address: Hex, value: bigint): Promise<void> {
    await this.#client.setBalance({ address, value })
  }

  /** Transactions wait for `mine` while `act` runs. */
  async holding(act: () => Promise<void>): Promise<void> {
    await this.#client.setAutomine(false)
    try {
      await act()
    } finally {
      await this.#client.setAutomine(true)
      await this.mine()
    }
  }

  /** Makes a block of what waits. */
  async mine(): Promise<void> {
    await this.#client.request({ method: 'evm_mine', params: undefined })
  }

  /** An account takes back what waits under its next number: nothing to itself, at a higher fee. */
  async cancels(address: Hex): Promise<Hex> {
    const nonce = await this.#client.getTransactionCount({ address })
    const { maxFeePerGas, maxPriorityFeePerGas } = await this.#client.estimateFeesPerGas()
    return this.#client.sendTransaction({
      account: address,
      to: address,
      value: 0n,
      nonce,
      maxFeePerGas: maxFeePerGas * 20n,
      maxPriorityFeePerGas: maxPriorityFeePerGas * 20n,
    })
  }

  async receiptOf(hash: Hex) {
    return this.#client.getTransactionReceipt({ hash })
  }
}
