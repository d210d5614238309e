import { localhost } from 'latchkit/networks'
import {
  LatchkitProvider,
  useDisconnect,
  useLatchkit,
  useLatchkitAccount,
  useLatchkitNetwork,
  useLatchkitState,
} from 'latchkit/react'
import { StrictMode, version } from 'react'
import { createRoot } from 'react-dom/client'

const options = {
  projectId: 'de7de7de7de7de7de7de7de7de7de7de',
  serverUrl: new URL(location.href).searchParams.get('server') ?? '',
  networks: [localhost],
}

function Site() {
  const { open } = useLatchkit()
  const { disconnect } = useDisconnect()
  const { status, address, allAccounts } = useLatchkitAccount()
  const { chainId } = useLatchkitNetwork()
  const { open: isOpen } = useLatchkitState()
  const accounts = allAccounts.map(it => it.address).join(' ')
  const rows = { react: version, status, address, accounts, chain: chainId, open: String(isOpen) }
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
      <dl>
        {Object.entries(rows).map(([name, value]) => (
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
