import { mainnet } from 'viem/chains'
import { createConfig, http, injected } from 'wagmi-core-2'
import { latchkit, projectId, serverUrl } from './wallet'

const provider = latchkit.getProvider()

export const config = createConfig({
  chains: [mainnet],
  multiInjectedProviderDiscovery: false,
  connectors: [injected({ target: { id: 'latchkit', name: 'Latchkit', provider } })],
  transports: { [mainnet.id]: http(`${serverUrl}/v1?chainId=eip155:1&projectId=${projectId}`) },
})
