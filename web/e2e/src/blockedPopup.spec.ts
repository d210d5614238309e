import { connected } from './connected.ts'
import { WalletWindow } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('a second prompt without a click is blocked, and goes on from the bar', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await connected({ host, dialog, wallet })
  // Whatever Playwright evaluates in a page counts as a click there. So the page itself asks a second
  // time, once the first window has gone, and tells when the wallet shows its bar.
  const blocked = new Promise<void>(tell => void page.exposeFunction('tellBlocked', tell))
  await host.probe('sign').scrollIntoViewIfNeeded()
  const box = await host.probe('sign').boundingBox()
  await page.evaluate(() => {
    const signature = document.querySelector('[data-testid=signature]')
    const again = document.querySelector<HTMLElement>('[data-testid=sign-typed]')
    const { tellBlocked } = window as unknown as { tellBlocked(): void }
    const observer = new MutationObserver(() => {
      if (document.querySelector('[data-testid=open-wallet]')) {
        observer.disconnect()
        tellBlocked()
      } else if (signature?.textContent && again?.matches(':enabled'))
        setTimeout(() => again.click(), 600)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  const clicked = page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
  await wallet.approves(() => clicked, 'personal_sign')
  await blocked
  expect(page.context().pages()).toHaveLength(1)
  await expect(host.probe('signature')).toBeEmpty()

  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open wallet' }).click(),
  ])
  await new WalletWindow(window).approve('eth_signTypedData_v4')
  await expect(host.probe('signature')).toHaveText(/^0x/)
})
