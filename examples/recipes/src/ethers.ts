import { BrowserProvider } from 'ethers'
import { latchkit } from './wallet'

const provider = new BrowserProvider(latchkit.getProvider(), 'any')

export async function sign(message: string) {
  const signer = await provider.getSigner()
  return signer.signMessage(message)
}
