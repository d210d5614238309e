import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { Dialog } from '../dialog.ts'
import { type Origins, root } from '../latchkitDev.ts'
import { addOwnWallet, plainWallet } from '../ownWallet.ts'
import { Witness } from '../witness.ts'
import { test, timed } from './fixtures.ts'
import { sites, written } from './sites.ts'

/** The server that the examples name. */
const named = 'http://localhost:8787'

test('a visitor connects, signs, comes back and disconnects, however it is served', async ({
  example,
  installed,
  browser,
  origins,
}) => {
  for (const site of sites[example]) {
    const served = await timed(`${example}: ${site.name}, start`, () => installed.serve(site))
    if (!served) continue
    try {
      await timed(`${example}: ${site.name}, journey`, () =>
        journey(browser, served.origin, origins),
      )
    } finally {
      await served.stop()
    }
  }
})

/**
 * What any page of the framework has: its imports, the frame of a component or page, tags that only open or
 * close something, and what is no word.
 */
const frame = [
  /^[^a-z]*$/i,
  /^'use client'$/,
  / from '(react|vue|vite|@vitejs\/.*)'$/,
  /^(export )?(default )?(async )?function \w+\(\) {$/,
  /^return \($/,
  /^(import App |createApp\(|export default defineConfig\()/,
  /^<\/?(main|template|script|html|head|body)\b[^.]*>$|^<\/\w+>$|^<!doctype|^<(meta|link|title)\b/,
]

test('a host writes at most fifteen lines, and forces no type', async ({ example }) => {
  const files = written[example].map(file => join(root, 'examples', example, file))
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  const lines = texts.flatMap(text => text.split('\n').map(line => line.trim()))
  const own = lines.filter(line => !frame.some(it => it.test(line)))
  expect(own.slice(15), own.join('\n')).toEqual([])
  expect(own.filter(line => /\bas \w|[:<] ?any\b|@ts-|[\w)\]]!/.test(line))).toEqual([])
})

/** Next while it is developed: a page whose requests go elsewhere has no cache. */
const routed = /cache-bypass-in-dev/

/** What a visitor does on a site whose server is there. Rejects where the console says anything. */
async function journey(browser: Browser, origin: string, { server, vault }: Origins) {
  const context = await browser.newContext()
  const witness = new Witness(context, [origin, named, vault])
  const page = await context.newPage()
  const address = await addOwnWallet(page, plainWallet, generatePrivateKey())
  await context.route(`${named}/**`, route =>
    route.continue({ url: route.request().url().replace(named, server) }),
  )
  const button = page.locator('latchkit-button button')
  const sign = page.getByRole('button', { name: /^Sign/ })
  const dialog = new Dialog(page)

  await page.goto(origin)
  await expect(sign).toBeHidden()
  await button.click()
  await dialog.walletRow(plainWallet.rdns).click()
  await expect(button).toContainText(address.slice(-6))
  await dialog.isClosed()

  for (const isBack of [false, true]) {
    if (isBack) await page.reload()
    await expect(button).toContainText(address.slice(-6))
    await sign.click()
    await expect(sign).toHaveText(/ 0x[0-9a-f]{130}$/)
    const signature = (await sign.textContent())?.split(' ')[1] as Hex
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
  }

  await button.click()
  await dialog.button('Disconnect').click()
  await expect(button).toHaveText('Connect wallet')
  await page.reload()
  await expect(button).toHaveText('Connect wallet')
  await expect(sign).toBeHidden()
  expect(witness.verdict().filter(saying => !routed.test(saying))).toEqual([])
  await context.close()
}
