import { localhost, mainnet } from 'latchkit/networks'
import {
  LatchkitProvider,
  useDisconnect,
  useLatchkit,
  useLatchkitAccount,
  useLatchkitNetwork,
  useLatchkitProvider,
  useLatchkitState,
} from 'latchkit/react'
import { StrictMode, useState, version } from 'react'
import { createRoot } from 'react-dom/client'

const asked = new URL(location.href).searchParams

const options = {
  projectId: asked.get('project') ?? 'de7de7de7de7de7de7de7de7de7de7de',
  serverUrl: asked.get('server') ?? '',
  networks: [localhost, mainnet],
  defaultNetwork: localhost,
  remoteFeatures: { email: false },
}

function Site() {
  const { open } = useLatchkit()
  const { disconnect } = useDisconnect()
  const { status, address, allAccounts, profileName, profileImage } = useLatchkitAccount()
  const { chainId, switchNetwork } = useLatchkitNetwork()
  const [signature, setSignature] = useState('')
  const { walletProvider } = useLatchkitProvider()
  const { open: isOpen } = useLatchkitState()
  const accounts = allAccounts.map(it => it.address).join(' ')
  const shown = {
    status,
    address,
    accounts,
    name: profileName,
    image: profileImage,
    signature,
    chain: chainId,
    open: String(isOpen),
  }
  const sign = async () =>
    setSignature(
      await walletProvider.request({ method: 'personal_sign', params: ['0x68', address] }),
    )
  return (
    <main>
      <h1>A site with React 18</h1>
      <latchkit-button disabled={status === 'connected'} />
      <button type="button" onClick={() => void open()}>
        Open from a hook
      </button>
      <button type="button" onClick={() => void disconnect()}>
        Disconnect by a hook
      </button>
      <button type="button" onClick={() => void switchNetwork(mainnet)}>
        Switch by a hook
      </button>
      <button type="button" onClick={() => void sign()}>
        Sign by a hook
      </button>
      <dl>
        {Object.entries({ react: version, ...shown }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-testid={name}>{value}</dd>
          </div>
        ))}
      </dl>
    </main>
  )
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <LatchkitProvider options={options}>
        <Site />
      </LatchkitProvider>
    </StrictMode>,
  )
