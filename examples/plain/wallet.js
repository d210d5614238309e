import { createLatchkit } from 'http://localhost:8787/assets/0.1.0/latchkit.js'
import { localhost } from 'http://localhost:8787/assets/0.1.0/networks.js'

const projectId = 'de7de7de7de7de7de7de7de7de7de7de'
const options = { projectId, serverUrl: 'http://localhost:8787', networks: [localhost] }
const latchkit = createLatchkit(options)
const button = document.querySelector('#sign')

latchkit.subscribeAccount(({ isConnected }) => (button.hidden = !isConnected))
button.onclick = async () => {
  const call = { method: 'personal_sign', params: ['0x48656c6c6f', latchkit.getAddress()] }
  button.textContent = `Sign ${await latchkit.getProvider().request(call)}`
}
