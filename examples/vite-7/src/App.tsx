import { localhost } from 'latchkit/networks'
import { LatchkitProvider, useLatchkitAccount, useLatchkitProvider } from 'latchkit/react'
import { useState } from 'react'

const projectId = 'de7de7de7de7de7de7de7de7de7de7de'
const options = { projectId, serverUrl: 'http://localhost:8787', networks: [localhost] }

function Sign() {
  const { isConnected, address } = useLatchkitAccount()
  const { walletProvider } = useLatchkitProvider()
  const [signature, setSignature] = useState('')
  if (!isConnected) return null
  const call = { method: 'personal_sign', params: ['0x48656c6c6f', address] }
  const sign = async () => setSignature(await walletProvider.request(call))
  return (
    <button type="button" onClick={sign}>
      Sign {signature}
    </button>
  )
}

export default function App() {
  return (
    <LatchkitProvider options={options}>
      <latchkit-button />
      <Sign />
    </LatchkitProvider>
  )
}
