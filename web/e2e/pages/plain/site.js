import { createLatchkit } from './latchkit/latchkit.js'
import { localhost } from './latchkit/networks.js'

// The smallest host there can be: no framework, no bundler. The server is named in the address.
const latchkit = createLatchkit({
  projectId: 'de7de7de7de7de7de7de7de7de7de7de',
  serverUrl: new URL(location.href).searchParams.get('server'),
  networks: [localhost],
})
performance.mark('created')

latchkit.subscribeAccount(({ address = '' }) => {
  if (address) performance.mark('address')
  document.querySelector('output').value = address
})
