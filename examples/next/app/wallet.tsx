'use client'

import { createLatchkit } from 'latchkit'
import { localhost } from 'latchkit/networks'
import { useLatchkitAccount } from 'latchkit/react'
import { useState } from 'react'

const projectId = 'de7de7de7de7de7de7de7de7de7de7de'
const options = { projectId, serverUrl: 'http://localhost:8787', networks: [localhost] }
const latchkit = createLatchkit(options)

export function Wallet() {
  const { isConnected, address } = useLatchkitAccount()
  const [signature, setSignature] = useState('')
  const call = { method: 'personal_sign', params: ['0x48656c6c6f', address] }
  const sign = async () => setSignature(await latchkit.getProvider().request(call))
  return (
    <main>
      <latchkit-button />
      {isConnected && (
        <button type="button" onClick={sign}>
          Sign {signature}
        </button>
      )}
    </main>
  )
}
