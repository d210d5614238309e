// Run by Node, not by a browser, once `dist/` is built: a step of `cargo verify`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

const before = new Set(Reflect.ownKeys(globalThis))
const latchkit = await import('latchkit')
const { mainnet } = await import('latchkit/networks')
const { LatchkitProvider, useLatchkitAccount } = await import('latchkit/react')
const Status = () => useLatchkitAccount().status

test('importing creates nothing', () => {
  const added = Reflect.ownKeys(globalThis).filter(key => !before.has(key))
  assert.deepEqual(added, [])
  assert.deepEqual(
    process.getActiveResourcesInfo().filter(it => it === 'Timeout'),
    [],
  )
})

test('the hooks are for client components, and say so first', () => {
  const hooks = readFileSync(fileURLToPath(import.meta.resolve('latchkit/react')), 'utf8')
  assert.match(hooks, /^['"]use client['"]/)
})

test('what has types only can be imported as a statement', async () => {
  assert.deepEqual(Object.keys(await import('latchkit/vue')), [])
})

test('an instance is there, and nobody is connected', async () => {
  const { createLatchkit } = latchkit
  const projectId = 'de7de7de7de7de7de7de7de7de7de7de'
  const made = createLatchkit({ projectId, networks: [mainnet], serverUrl: 'https://server.test' })
  assert.equal(made.getAccount().status, 'disconnected')
  assert.equal(made.getNetwork().chainId, 1)
  assert.equal(await made.open(), undefined)
  made.warmUp()
  assert.equal(made.isOpen(), false)
  const provider = made.getProvider('eip155')
  assert.deepEqual(await provider.request({ method: 'eth_accounts' }), [])
  await assert.rejects(provider.request({ method: 'personal_sign' }), { code: 4100 })
  await assert.rejects(provider.request({ method: 'eth_requestAccounts' }), { code: -32603 })
  made.destroy()
  assert.deepEqual(
    process.getActiveResourcesInfo().filter(it => it === 'Timeout'),
    [],
  )
})

test('the hooks render the disconnected state on a server', async () => {
  const made = latchkit.createLatchkit({
    projectId: 'de7de7de7de7de7de7de7de7de7de7de',
    networks: [mainnet],
  })
  const app = createElement(LatchkitProvider, { latchkit: made }, createElement(Status))
  assert.equal(renderToString(app), 'disconnected')
})
