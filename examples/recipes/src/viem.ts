import { createPublicClient, createWalletClient, custom, http } from 'viem'
import { mainnet } from 'viem/chains'
import { latchkit, projectId, serverUrl } from './wallet'

/** Reads through the operator's server, before anybody connects, too. */
export const publicClient = createPublicClient({
  chain: mainnet,
  transport: http(`${serverUrl}/v1?chainId=eip155:1&projectId=${projectId}`),
})

const walletClient = createWalletClient({
  chain: mainnet,
  transport: custom(latchkit.getProvider()),
})

export async function sign(message: string) {
  const account = latchkit.getAccount('eip155')
  if (!account.isConnected) return latchkit.open()
  return walletClient.signMessage({ account: account.address, message })
}
