import { createTestClient, type Hex, http, publicActions } from 'viem'
import { anvil } from 'viem/chains'

/** The accounts that the node unlocks; their keys are public. */
export const accounts = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/** Options by which the page reads Ethereum from the local node: no other node is there. */
export const readsEthereumAt = (server: string) => ({
  customRpcUrls: { 'eip155:1': [{ url: `${server}/dev/rpc` }] },
})

const weiPerThousandth = 10n ** 15n

/** The local chain, asked past the page, the modal and the server's node proxy. */
export class Chain {
  readonly #client

  constructor(url: string) {
    const transport = http(url)
    this.#client = createTestClient({ chain: anvil, mode: 'anvil', transport }).extend(
      publicActions,
    )
  }

  balanceOf(address: Hex): Promise<bigint> {
    return this.#client.getBalance({ address })
  }

  /** The balance as the modal writes it: three decimals at most, floored, thousands grouped. */
  async shownBalanceOf(address: Hex): Promise<string> {
    const thousandths = Number((await this.balanceOf(address)) / weiPerThousandth)
    return `${(thousandths / 1000).toLocaleString('en-US')} ETH`
  }

  async receiptOf(hash: Hex) {
    return this.#client.getTransactionReceipt({ hash })
  }
}
