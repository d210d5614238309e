import { afterEach, expect, test, vi } from 'vitest'
import { logged } from './logged'

const error = vi.spyOn(console, 'error').mockReturnValue()
afterEach(() => error.mockClear())

function started() {
  const log: string[] = []
  const send = vi.fn()
  const say = logged(send, log)
  return {
    log,
    send,
    say: (text: string) => void say({ type: 'send', socket: 1, text }, {} as never),
  }
}

const refusal = (message: string) => JSON.stringify({ id: '1', error: { code: 4001, message } })

test('what is refused is kept and stands on the console, and all is said', () => {
  const { log, send, say } = started()
  say('{"id":"1","ok":{"address":"0x1"}}')
  say(refusal('User rejected the request'))
  say('{"type":"READY"}')
  expect(log).toEqual([expect.stringMatching(/^\d{4}-.+Z \{"id":"1","error":.+rejected/)])
  expect(error.mock.calls).toEqual([['[latchkit]', log[0]]])
  expect(send).toHaveBeenCalledTimes(3)
})

test('no more is kept than 1,024,000 bytes, and the newest of it', () => {
  const { log, say } = started()
  // 400,000 bytes each, in characters of two.
  for (const name of ['a', 'b', 'c', 'd']) say(refusal(name + 'é'.repeat(200_000)))
  expect(log.map(it => it.match(/message":"(.)/)?.[1])).toEqual(['c', 'd'])
  // Nor does the console, which forgets nothing, have more than the beginning of each.
  expect(error.mock.lastCall?.[1]).toHaveLength(4096)
  say(refusal('é'.repeat(600_000)))
  expect(log).toEqual([])
  say(refusal('small'))
  expect(log).toHaveLength(1)
})
