import { mainnet } from 'latchkit/networks'
import { LatchkitProvider, useLatchkitAccount } from 'latchkit/react'

function Address() {
  const account = useLatchkitAccount({ namespace: 'eip155' })
  if (account.isReconnecting) return <p>One moment</p>
  const address: `0x${string}` | undefined = account.isConnected ? account.address : undefined
  return <p>{address}</p>
}

export const App = () => (
  <LatchkitProvider
    options={{ projectId: 'de7de7de7de7de7de7de7de7de7de7de', networks: [mainnet] }}
  >
    <latchkit-button label="Sign in" balance="hide" size="sm" chars-start={6} />
    <latchkit-network-button namespace="eip155" disabled />
    <latchkit-modal instance="default" />
    <Address />
  </LatchkitProvider>
)

export const open = () => document.querySelector('latchkit-button')?.focus()
