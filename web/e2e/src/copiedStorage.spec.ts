import type { Frame, Page } from '@playwright/test'
import { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'
import { signIn, VaultFrame, withEmail } from './signIn.ts'

/** What is sealed in a browser, by its slot: bytes. */
type Records = { readonly slot: string; readonly iv: number[]; readonly sealed: number[] }[]

test('what a browser keeps is of no use in another one, which has not its key', async ({
  site,
  host,
  browser,
  origins,
}) => {
  test.slow()
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  await signIn(site, origins.server, `ada-${crypto.randomUUID()}@example.com`)
  const address = (await host.probe('address').textContent()) ?? ''
  const vault = await vaultOf(site.page, origins.vault)
  const copied = await vault.evaluate(readRecords)
  expect(copied.map(({ slot }) => slot.split(':').at(-1))).toEqual(['session', 'share'])
  const known = await site.page.evaluate(() => Object.entries<string>(localStorage))

  const elsewhere = await browser.newContext()
  try {
    const page = await elsewhere.newPage()
    const told: string[] = []
    page.on('console', message => told.push(message.text()))
    const [there, dialog] = [new Host(page, origins.host), new Dialog(page)]
    const { address: field } = new VaultFrame(page)
    await there.goto('?wallets=none', withEmail)
    await there.button.click()
    await expect(field).toBeVisible()
    const other = await vaultOf(page, origins.vault)
    await other.evaluate(writeRecords, copied)
    expect(await other.evaluate(readRecords)).toEqual(copied)
    // The page itself remembers who it was connected to, as well.
    await page.evaluate(rememberAll, known)

    await there.reload()
    const unread = expect.stringContaining('cannot be read any more')
    await expect.poll(() => told).toContainEqual(unread)
    await there.isDisconnected()
    expect(await there.request('personal_sign', ['0x48656c6c6f', address])).toEqual({ code: 4100 })
    await there.button.click()
    await dialog.shows('Connect')
    await expect(field).toBeVisible()
  } finally {
    await elsewhere.close()
  }

  // Where the key is, the same copy is read.
  await vault.evaluate(writeRecords, copied)
  await host.reload()
  await host.isConnected(address)
})

/** The frame's own document. */
async function vaultOf(page: Page, vault: string): Promise<Frame> {
  const isIt = (frame: Frame) => frame.url().startsWith(vault)
  await expect.poll(() => page.frames().filter(isIt).length).toBe(1)
  return page.frames().find(isIt) as Frame
}

// What follows runs in pages.

/** All that is sealed. The keys are left out: no script is given their bytes. */
async function readRecords(): Promise<Records> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await asked(indexedDB.open('latchkit', 1))
  const secrets = database.transaction('secrets').objectStore('secrets')
  const [slots, found] = await Promise.all([asked(secrets.getAllKeys()), asked(secrets.getAll())])
  database.close()
  return slots.map((slot, at) => ({
    slot: String(slot),
    iv: [...found[at].iv],
    sealed: [...new Uint8Array(found[at].sealed)],
  }))
}

/** Puts these in the place of all that is sealed there. */
async function writeRecords(records: Records): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('latchkit', 1)
    request.onupgradeneeded = () => {
      for (const store of ['keys', 'secrets']) request.result.createObjectStore(store)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('secrets', 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    const secrets = transaction.objectStore('secrets')
    secrets.clear()
    for (const { slot, iv, sealed } of records)
      secrets.put({ iv: new Uint8Array(iv), sealed: new Uint8Array(sealed).buffer }, slot)
  })
  database.close()
}

function rememberAll(entries: [name: string, value: string][]) {
  for (const [name, value] of entries) localStorage.setItem(name, value)
}
