/** The recording that our tests stand on is what the clients make today. */

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { vectors } from '../src/vectors.mjs'

const file = new URL('../../crates/protocol/tests/recorded/walletconnect.json', import.meta.url)

test('the recorded vectors are what the other client makes', async () => {
  const recorded = JSON.parse(await readFile(file, 'utf8'))
  expect(JSON.parse(JSON.stringify(await vectors()))).toEqual(recorded.vectors)
})
