/** The wallet in a process of its own does what it is told, and tells what it hears. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { approvedFor, askToSign, Peer } from '../src/peers.mjs'
import { RecordingRelay } from '../src/recordingRelay.mjs'

const program = fileURLToPath(new URL('../wallet.mjs', import.meta.url))

test('it pairs, approves, signs after it was closed, and hears the end', async () => {
  const relay = await RecordingRelay.start()
  const options = { relayUrl: relay.relayUrl, projectId: '0'.repeat(32) }
  const child = spawn('node', [program, '2.21.8', options.relayUrl, options.projectId], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let count = 0
  /** Asks, and gives the answer; a fault is an answer too. */
  const ask = async (what, words) => {
    const id = ++count
    child.stdin.write(`${JSON.stringify({ id, ask: what, ...words })}\n`)
    return until(line => line.id === id)
  }
  const until = async isMeant => {
    for (;;) {
      const { value } = await lines.next()
      const line = JSON.parse(value)
      if (isMeant(line)) return line
    }
  }

  const page = new Peer('2.21.8', 'page', options)
  await page.start()
  expect((await ask('open')).value).toMatch(/^did:key:z/)
  const { uri, approval } = await page.client.connect({ optionalNamespaces: {} })
  const connected = approval()
  await ask('pair', { uri })
  const { value: proposal } = await until(line => line.event === 'session_proposal')
  const approved = { proposal: proposal.id, namespaces: approvedFor('eip155:1') }
  const { value: topic } = await ask('approve', approved)
  expect((await connected).topic).toBe(topic)
  expect((await ask('approve', approved)).fault.message).toMatch(/proposal/i)

  await ask('close')
  const asked = askToSign({ page }, topic)
  await ask('open')
  const { value: request } = await until(line => line.event === 'session_request')
  await ask('respond', { topic, request: request.id, result: '0xlate' })
  expect(await asked.answer).toBe('0xlate')

  await page.client.disconnect({ topic, reason: { code: 6000, message: '' } })
  await until(line => line.event === 'session_delete')
  expect((await ask('sessions')).value).toEqual([])
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  await page.stop()
  relay.stop()
})
