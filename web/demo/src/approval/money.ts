import { weiToEther } from '../amount'
import { askNode } from '../wallet/node'

const SHOWN_DECIMALS = 3

/** Ether for a list: thousands grouped, three decimals, cut and not rounded. */
export function listedEther(wei: bigint): string {
  const [whole = '0', fraction = ''] = weiToEther(wei).split('.')
  const grouped = BigInt(whole).toLocaleString('en-US')
  const cut = fraction.slice(0, SHOWN_DECIMALS).replace(/0+$/, '')
  return cut === '' ? grouped : `${grouped}.${cut}`
}

export async function balanceOf(address: string): Promise<bigint> {
  return BigInt(String(await askNode('eth_getBalance', [address, 'latest'])))
}

const TEN_TO_12 = 1_000_000_000_000n

/** A small cost, as six decimals of ether, rounded up so that it never looks free. */
export const estimatedEther = (wei: bigint): string =>
  weiToEther(((wei + TEN_TO_12 - 1n) / TEN_TO_12) * TEN_TO_12)
