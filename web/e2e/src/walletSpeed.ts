import {
  type Browser,
  type CDPSession,
  expect,
  type Frame,
  type Page,
  test,
} from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { Dialog } from './dialog.ts'
import { Host } from './host.ts'
import { type Dev, startDev } from './latchkitDev.ts'
import { codeFor } from './mailbox.ts'
import { installProbe, type Probe } from './probe.ts'
import { VaultFrame, withEmail } from './signIn.ts'
import { report, times } from './speedReport.ts'

/** What is measured, and the median's rounding in digits. */
const rows = { mailSentMs: 0, walletConnectedMs: 0, signatureMs: 0 }

type Figures = Record<keyof typeof rows, number>

/** Where the code is typed, and where it is chosen what brings the wallet back; and the place for it in the dialog, with the frame over it. */
const codeInSight = '.Otp input'
const choiceInSight = '.Choose'
const placeInSight = '[data-view="EmailVerifyOtp"] .FramePlace[data-covered]'
const message = 'As quick as can be'

test('speed of the embedded wallet', async ({ browser }) => {
  const dev = await startDev('release')
  const figures: Figures[] = []
  for (let time = 0; time < times; time += 1) figures.push(await visit(browser, dev))
  await report('wallet', rows, figures)
  await dev.stop()
})

/** Somebody who was never here gets a wallet, and signs the first thing with it. */
async function visit(browser: Browser, { origins }: Dev): Promise<Figures> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(installProbe)
  await page.addInitScript(markPresses)
  const host = new Host(page, origins.host)
  const dialog = new Dialog(page)
  await slowDown(await context.newCDPSession(page))
  await host.goto('?wallets=none', withEmail)
  await page.evaluate(markAddress)
  await host.button.click()
  const vault = new VaultFrame(page)
  await vault.address.waitFor()
  const frame = page.frames().find(it => it.url().startsWith(origins.vault)) as Frame
  // The vault is another site, and so another process.
  await slowDown(await context.newCDPSession(frame))
  const email = `ada-${crypto.randomUUID()}@example.com`
  await vault.isThere()
  await vault.address.fill(email)
  const seen = [drawnAt(frame, codeInSight), drawnAt(page, placeInSight)]
  await vault.root.getByRole('button', { name: 'Continue with e-mail' }).click()
  const sentAt = Math.max(...(await Promise.all(seen)))
  const mailSentMs = sentAt - (await markOf(frame, 'pressed', -1))

  const choice = drawnAt(frame, choiceInSight)
  await vault.enters(await codeFor(email, origins.server))
  const codeTakenMs = (await choice) - (await markOf(frame, 'pressed', -1))
  await vault.chooses('Signing in')
  const connectedAt = await markOf(page, 'address', 0)
  // What the visitor takes to choose is not in it.
  const walletConnectedMs = codeTakenMs + connectedAt - (await markOf(frame, 'pressed', -1))

  await dialog.isClosed()
  const address = (await host.probe('address').textContent()) as Hex
  const signed = page.evaluate(markSignature, { address, message })
  await dialog.shows('ApproveTransaction')
  await vault.approves()
  const signature = await signed
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  const signatureMs = (await markOf(page, 'signed', 0)) - (await markOf(frame, 'pressed', -1))
  await context.close()
  return { mailSentMs, walletConnectedMs, signatureMs }
}

const slowDown = (devtools: CDPSession) =>
  devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })

/** Runs in the page and in the frame: when a person last pressed something is the last mark. */
function markPresses() {
  for (const kind of ['click', 'keydown'])
    addEventListener(
      kind,
      ({ timeStamp }) => performance.mark('pressed', { startTime: timeStamp }),
      { capture: true },
    )
}

/** Runs in the page. */
async function markAddress() {
  const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
  getLatchkit().subscribeAccount(({ address }: { address?: string }) => {
    if (address) performance.mark('address')
  })
}

/** Runs in the page. */
async function markSignature({ address, message }: { address: Hex; message: string }) {
  const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
  const provider = getLatchkit().getProvider('eip155')
  const signature = await provider.request({ method: 'personal_sign', params: [message, address] })
  performance.mark('signed')
  return signature as Hex
}

/** When something was drawn first, on the clock that page and frame share. */
const drawnAt = (place: Page | Frame, selector: string): Promise<number> =>
  place.evaluate(
    async selector => performance.timeOrigin + (await (window as unknown as Probe).drawn(selector)),
    selector,
  )

/** The same of a mark of a name, as soon as there is one: of the first of them (0), or of the last (-1). */
async function markOf(place: Page | Frame, name: string, which: 0 | -1): Promise<number> {
  const find = ({ name, which }: { name: string; which: number }) => {
    const mark = performance.getEntriesByName(name).at(which)
    return mark ? performance.timeOrigin + mark.startTime : null
  }
  await expect.poll(() => place.evaluate(find, { name, which })).not.toBeNull()
  return (await place.evaluate(find, { name, which })) ?? Number.NaN
}
