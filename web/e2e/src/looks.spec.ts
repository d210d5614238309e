import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'
import { target } from './latchkitDev.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Waits for what moves once; what turns forever stands still under `reducedMotion`. */
const settled = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const shadow = document.querySelector('latchkit-modal')?.shadowRoot
        const all = [...document.getAnimations(), ...(shadow?.getAnimations() ?? [])]
        const isUnderWay = ({ playState, effect }: Animation) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
        return all.filter(isUnderWay).length
      }),
    )
    .toBe(0)

async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axe, 'utf8'))
  return page.evaluate(async () => {
    type Violation = { id: string; impact: string; nodes: { target: unknown; html: string }[] }
    type Axe = { run(context: string[]): Promise<{ violations: Violation[] }> }
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(['latchkit-modal', 'latchkit-button'])
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html }) => `${id} (${impact}): ${html}`),
    )
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every view is accessible and has its picture, ${colorScheme}`, async ({
    host,
    dialog,
    wallet,
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = async (name: string) => {
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 780 })
        await settled(page)
        expect.soft(await violationsOn(page), `${name} at ${width}`).toEqual([])
        const path = join(target, `pictures/e2e/${name}-${colorScheme}-${width}.png`)
        await page.screenshot({ path })
      }
    }
    await host.goto()
    await host.button.click()
    await dialog.shows('Connect')
    await look('Connect')

    await dialog.button(/^All wallets/).click()
    await expect(dialog.root.locator('.Tile')).not.toHaveCount(0)
    await look('AllWallets')
    await dialog.root.locator('.Tile:not(:has(.here))').first().click()
    await dialog.shows('Downloads')
    await look('Downloads')
    await dialog.back()
    await dialog.back()
    await dialog.shows('Connect')

    const first = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
    await first.isAsked('wallet_requestPermissions')
    await dialog.shows('ConnectingExternal')
    await look('ConnectingExternal-waiting')
    await first.reject('wallet_requestPermissions')
    await expect(dialog.heading).toHaveText('Connection declined')
    await look('ConnectingExternal-refused')

    const again = () => dialog.button('Try again').click()
    await wallet.approves(again, 'wallet_requestPermissions')
    await expect(host.probe('balance')).not.toBeEmpty()
    await host.button.click()
    await dialog.shows('Account')
    await look('Account')

    await dialog.button(/^Network: /).click()
    await dialog.shows('Networks')
    await look('Networks')
    await dialog.close()
    await wallet.act('chain-elsewhere')
    await host.button.click()
    await dialog.shows('UnsupportedChain')
    await look('UnsupportedChain')
  })
}
