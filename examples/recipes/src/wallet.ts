import { createLatchkit } from 'latchkit'
import { mainnet } from 'latchkit/networks'

export const projectId = 'de7de7de7de7de7de7de7de7de7de7de'
export const serverUrl = 'http://localhost:8787'
export const latchkit = createLatchkit({ projectId, serverUrl, networks: [mainnet] })
