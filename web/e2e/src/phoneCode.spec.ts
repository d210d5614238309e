import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import type { Host } from './host.ts'
import { target } from './latchkitDev.ts'
import { type WalletBrowser, walletBrowsers } from './walletBrowsers.ts'

const reader = createRequire(import.meta.url).resolve('jsqr')

/** What a camera reads in a picture, if it knows codes that are dark on light only. */
async function readCode(context: BrowserContext, picture: Buffer): Promise<string | undefined> {
  const page = await context.newPage()
  await page.evaluate(await readFile(reader, 'utf8'))
  const text = await page.evaluate(async base64 => {
    type Code = { data: string }
    type Read = (...of: [Uint8ClampedArray, number, number, object]) => Code | null
    const { jsQR } = window as unknown as { jsQR: Read }
    const answer = await fetch(`data:image/png;base64,${base64}`)
    const bitmap = await createImageBitmap(await answer.blob())
    // A camera comes nearer until it sees sharply; this reader has its distances, too.
    for (const scale of [1, 1.5, 2, 3]) {
      const width = Math.round(bitmap.width * scale)
      const height = Math.round(bitmap.height * scale)
      const drawing = new OffscreenCanvas(width, height).getContext('2d')
      if (!drawing) throw new Error('no canvas')
      drawing.drawImage(bitmap, 0, 0, width, height)
      const { data } = drawing.getImageData(0, 0, width, height)
      const read = jsQR(data, width, height, { inversionAttempts: 'dontInvert' })
      if (read) return read.data
    }
    return undefined
  }, picture.toString('base64'))
  await page.close()
  return text
}

/** Opens the code of a wallet, as a visitor gets to it; gives its whole square, with what is light around it. */
async function showCode(dialog: Dialog, { id, name }: WalletBrowser): Promise<Locator> {
  await dialog.walletRow(id).click()
  await dialog.shows('Downloads')
  await dialog.button(/^(Show the code|On your phone)/).click()
  await dialog.shows('OpenOnPhone')
  const label = `Code that opens this page in ${name}`
  await expect(dialog.root.getByRole('img', { name: label })).toBeVisible()
  const code = dialog.root.locator('.QrCode')
  // The hole in its middle has the wallet's icon.
  await expect(code.locator('.middle img')).toBeVisible()
  return code
}

async function openAllWallets(host: Host, dialog: Dialog, query: string) {
  await host.goto(query)
  await host.button.click()
  await dialog.button(/^All wallets/).click()
  await dialog.shows('AllWallets')
}

const address = '?wallets=none&networks=solana&to=%2Fa%3Fb%3Dc%26d&said=grüß dich#über uns?x=1'
const hrefOf = (page: Page) => page.evaluate(() => location.href)

// What a picture is taken of stands still.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the code of each wallet is the link that opens this page in it', async ({
  host,
  dialog,
  page,
  context,
}) => {
  test.slow()
  await openAllWallets(host, dialog, address)
  for (const wallet of walletBrowsers) {
    const code = await showCode(dialog, wallet)
    const link = (await readCode(context, await code.screenshot())) ?? ''
    expect(new URL(link).href.slice(0, wallet.starts.length)).toBe(wallet.starts)
    expect(wallet.opens(new URL(link))).toBe(await hrefOf(page))
    await dialog.back()
    await dialog.back()
    await dialog.shows('AllWallets')
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`a camera reads it, ${colorScheme} at ${width}`, async ({
      host,
      dialog,
      page,
      context,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 780 })
      const [wallet] = walletBrowsers as [WalletBrowser]
      await openAllWallets(host, dialog, address)
      const code = await showCode(dialog, wallet)
      const path = join(target, `pictures/e2e/OpenOnPhone-${colorScheme}-${width}.png`)
      await page.screenshot({ path })
      const link = await readCode(context, await code.screenshot())
      expect(wallet.opens(new URL(link ?? ''))).toBe(await hrefOf(page))
    })
  }
}
