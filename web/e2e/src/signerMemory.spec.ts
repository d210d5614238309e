import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { expect, test } from './fixtures.ts'
import { SeenSigner } from './signerMemory.ts'
import { signIn, withEmail } from './signIn.ts'
import { secretsOf } from './walletSecrets.ts'

/** Of a number so many bytes in a row are a find, and of the words so many. */
const bytesInRow = 8
const wordsInRow = 3

test('when a wallet was made, has signed or showed its words, its worker holds nothing of it', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  test.slow()
  const signer = await SeenSigner.of(site.page)
  await host.goto('?wallets=none&networks=solana', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, `ada-${crypto.randomUUID()}@example.com`)
  await expect(site.page.getByTestId('status-solana')).toHaveText('connected')
  const atWork = await signer.memoriesAtWork()
  const made = await signer.memory()

  const address = (await host.probe('address').textContent()) as Hex
  const signed = host.request('personal_sign', ['0x48656c6c6f', address])
  await dialog.shows('ApproveTransaction')
  await frame.approves()
  expect((await signed).value).toMatch(/^0x[0-9a-f]{130}$/)
  const signedOnEvm = await signer.memory()
  await dialog.isClosed()

  await site.page.getByTestId('sign-solana').click()
  await dialog.shows('ApproveTransaction')
  await frame.approves()
  await expect(site.page.getByTestId('verified-solana')).toHaveText('Verified')
  const signedOnSolana = await signer.memory()
  await dialog.isClosed()

  await host.call('open', { view: 'AccountSettings' })
  await dialog.button(/^Wallet settings/).click()
  const phrase = await frame.words()
  const shown = await signer.memory()

  const secrets = namedSecrets(phrase)
  const found = { made, signedOnEvm, signedOnSolana, shown }
  for (const [when, memory] of Object.entries(found))
    expect(foundIn(memory, secrets), when).toEqual([])
  // In the middle of its work they are seen; and so is whatever is not wiped.
  const seen = atWork.flatMap(memory => foundIn(memory, secrets))
  expect(seen).toEqual(expect.arrayContaining(['entropy', 'evmKey', 'solanaKey']))
  const planted = Buffer.concat([shown, ...Object.values(secrets)])
  expect(foundIn(planted, secrets)).toEqual(Object.keys(secrets))
})

/** What must not be found. */
function namedSecrets(phrase: string): Record<string, Buffer> {
  const secrets = secretsOf(phrase)
  // What Solana's signatures are made by: RFC 8032, 5.1.5.
  const expanded = createHash('sha512').update(secrets.solanaKey).digest()
  return { words: Buffer.from(phrase), ...secrets, expanded }
}

/** The names of those of which a piece is in a memory. */
const foundIn = (memory: Buffer, secrets: Record<string, Buffer>): string[] =>
  Object.keys(secrets).filter(name => {
    const secret = secrets[name] as Buffer
    const pieces = name === 'words' ? piecesOfWords(`${secret}`) : piecesOfNumber(secret)
    return pieces.some(piece => memory.includes(piece))
  })

/** Two words may stand beside each other elsewhere. */
function piecesOfWords(phrase: string): Buffer[] {
  const words = phrase.split(' ')
  const last = words.length - wordsInRow
  return Array.from({ length: last + 1 }, (_, at) =>
    Buffer.from(words.slice(at, at + wordsInRow).join(' ')),
  )
}

/** WebAssembly has numbers the other way round. */
const piecesOfNumber = (number: Buffer): Buffer[] =>
  [number, Buffer.from(number).reverse()].flatMap(bytes =>
    Array.from({ length: bytes.length - bytesInRow + 1 }, (_, at) =>
      bytes.subarray(at, at + bytesInRow),
    ),
  )
