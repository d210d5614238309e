import { expect, test } from 'vitest'
import { runOps } from '../engine/runOps'
import type { Op } from '../generated/Op'
import type { Reply } from '../generated/Reply'
import { seal, unseal } from './seal'

const key = (byte: string) => `${byte.repeat(42)}A`

function perform(op: Op): Promise<Reply> {
  return new Promise(done => {
    const running = runOps({ seal, unseal }, (_, reply) => done(JSON.parse(reply)))
    running.perform(1, JSON.stringify(op))
  })
}

async function sealed(text: string, secret = key('a'), place = 'offered'): Promise<string> {
  const told = await perform({ type: 'seal', secret, place, text })
  return (told as { value: string }).value
}

const opened = (sealed: string, secret = key('a'), place = 'offered') =>
  perform({ type: 'unseal', secret, place, sealed })

test('what is sealed opens for its key and place, and is another one each time', async () => {
  const text = 'Pay 1 ETH to 山田 🦄'
  const first = await sealed(text, key('_'))
  expect(await opened(first, key('_'))).toEqual({ type: 'value', value: text })
  expect(await sealed(text, key('_'))).not.toBe(first)
  expect(atob(first)).not.toContain('Pay')
})

test('it opens by no other key, for no other place, and not when it was changed or cut', async () => {
  const it = await sealed('{"isApproved":false}')
  const flipped = atob(it).replace(/.$/s, last => String.fromCharCode(last.charCodeAt(0) ^ 1))
  for (const told of [
    opened(it, key('b')),
    opened(it, key('a'), 'decided'),
    opened(it, ''),
    opened(it, 'AAAA'),
    opened(btoa(flipped)),
    opened(it.slice(0, 16)),
    opened(''),
    opened('not base64!'),
  ])
    expect(await told).toMatchObject({ type: 'failed' })
})
