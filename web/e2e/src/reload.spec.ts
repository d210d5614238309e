import type { Page } from '@playwright/test'
import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { expect, test } from './fixtures.ts'

/** Every text that the button and the status of the page ever had, from the document's start. */
type Texts = { button: string[]; status: string[] }

const recordTexts = (page: Page) =>
  page.addInitScript(() => {
    const texts: Texts = { button: [], status: [] }
    Object.assign(window, { texts })
    const everything = { childList: true, characterData: true, subtree: true }
    const note = (list: string[], text: string | null | undefined) => {
      if (text && list.at(-1) !== text) list.push(text)
    }
    const attachShadow = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      const shadow = attachShadow.call(this, init)
      if (this.localName === 'latchkit-button')
        new MutationObserver(() => note(texts.button, shadow.textContent)).observe(
          shadow,
          everything,
        )
      return shadow
    }
    new MutationObserver(() => {
      note(texts.status, document.querySelector('[data-testid=status]')?.textContent)
    }).observe(document, everything)
  })

test('a reload keeps the connection, and nothing flashes on the way', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await connected({ host, dialog, wallet })
  await expect(host.probe('balance')).not.toBeEmpty()
  await recordTexts(page)
  await host.reload()
  await host.isConnected(accounts[0])
  await expect(host.probe('balance')).not.toBeEmpty()
  const texts = await page.evaluate(() => (window as unknown as { texts: Texts }).texts)
  expect(texts.status).toEqual(['connecting', 'connected'])
  expect(texts.button).not.toEqual([])
  expect(texts.button.filter(text => /\bConnect\b/.test(text))).toEqual([])
})

test('without a connection a reload loads nothing and says so at once', async ({
  host,
  page,
  witness,
}) => {
  await host.goto()
  await recordTexts(page)
  await host.reload()
  await host.isDisconnected()
  const texts = await page.evaluate(() => (window as unknown as { texts: Texts }).texts)
  expect(texts).toEqual({ button: ['Connect wallet'], status: ['disconnected'] })
  expect(witness.requested.filter(url => url.endsWith('.wasm'))).toEqual([])
})

test('a request during the reload waits for the connection', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await connected({ host, dialog, wallet })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', async () => {
      const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
      while (!getLatchkit()) await new Promise(requestAnimationFrame)
      const provider = getLatchkit().getProvider('eip155')
      const asked = ['eth_accounts', 'eth_chainId', 'eth_blockNumber'].map(method =>
        provider.request({ method }),
      )
      Object.assign(window, { early: Promise.all(asked) })
    })
  })
  await host.reload()
  await host.isConnected(accounts[0])
  const early = () => (window as unknown as { early?: Promise<unknown[]> }).early
  await expect
    .poll(() => page.evaluate(early))
    .toEqual([[accounts[0]], '0x7a69', expect.stringMatching(/^0x/)])
})
