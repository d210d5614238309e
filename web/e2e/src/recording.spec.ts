import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'
import { target } from './latchkitDev.ts'
import { withoutSecret } from './withoutSecret.ts'

/** Where the built chunk hands out the engine's class: at the end of an object, and not where one is taken apart. */
const handedOut = /\bEngine\s*:\s*([\w$]+)(?=\s*\}(?!\s*=))/

/**
 * Writes down everything that goes into the engine and comes out of it, in order, as the texts that
 * crossed: the class is wrapped in the chunk on its way to the page, the product knows nothing of it.
 */
async function recordEngine(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    type Engine = Record<'dispatch' | 'ask' | 'reply' | 'complete', (...texts: unknown[]) => void>
    type Host = Record<'publish' | 'answer' | 'perform', (...texts: unknown[]) => void>
    type Class = new (host: Host, boot: string) => Engine
    const lines: string[] = []
    const note = (name: string, content: unknown) => lines.push(JSON.stringify({ [name]: content }))
    const noted =
      (name: string, call: (...texts: unknown[]) => void) =>
      (...texts: unknown[]) => {
        note(name, texts.length === 1 ? texts[0] : texts)
        call(...texts)
      }
    const recorded = (Engine: Class) =>
      class {
        constructor(host: Host, boot: string) {
          note('boot', boot)
          const engine = new Engine(
            {
              publish: noted('publish', (...texts) => host.publish(...texts)),
              answer: noted('answer', (...texts) => host.answer(...texts)),
              perform: noted('perform', (...texts) => host.perform(...texts)),
            },
            boot,
          )
          Object.assign(this, {
            dispatch: noted('dispatch', intent => engine.dispatch(intent)),
            ask: noted('ask', (...texts) => engine.ask(...texts)),
            reply: noted('reply', (...texts) => engine.reply(...texts)),
            complete: noted('complete', () => engine.complete()),
          })
        }
      }
    Object.assign(window, { recorded, lines })
  })
  await page.route('**/latchkit/engine-*.js', async route => {
    const response = await route.fetch()
    const code = await response.text()
    expect(code).toMatch(handedOut)
    const body = code.replace(handedOut, 'Engine: recorded($1)')
    await route.fulfill({ response, body })
  })
  return async () => {
    const lines = await page.evaluate(() => (window as unknown as { lines: string[] }).lines)
    return lines.map(recorded)
  }
}

/** A line, whose op or reply is recorded without its secret. */
function recorded(line: string): string {
  const crossed = JSON.parse(line) as { perform?: [number, string]; reply?: [number, string] }
  for (const op of [crossed.perform, crossed.reply]) if (op) op[1] = withoutSecret(op[1])
  return JSON.stringify(crossed)
}

test('a secret is recorded as a dot, and all else as it crossed', () => {
  const keep = '{"type":"keep","slot":"a","secret":"seed"}'
  expect(recorded(JSON.stringify({ perform: [7, keep] }))).toBe(
    JSON.stringify({ perform: [7, keep.replace('seed', '•')] }),
  )
  const told = '{"type":"secret","secret":"seed"}'
  expect(recorded(JSON.stringify({ reply: [7, told] }))).not.toContain('seed')
  const lines = [
    { perform: [8, '{"type":"send","socket":1,"text":"{\\"secret\\":1}"}'] },
    { publish: ['route', '{"history":["Connect"]}'] },
    { dispatch: '{"type":"open"}' },
  ]
  for (const line of lines) expect(recorded(JSON.stringify(line))).toBe(JSON.stringify(line))
})

test('records what the engine hears and says while a wallet connects and disconnects', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  const recording = await recordEngine(page)
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  const row = dialog.walletRow(rdnsOf())
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
  await expect(host.probe('balance')).not.toBeEmpty()
  expect(await host.request('eth_accounts')).toEqual({ value: [accounts[0]] })
  await host.button.click()
  await dialog.shows('Account')
  await dialog.button('Disconnect').click()
  await host.isDisconnected()
  await expect(host.probe('wallet-disconnect')).toBeDisabled()

  const lines = await recording()
  const names = new Set(lines.flatMap(line => Object.keys(JSON.parse(line))))
  const all = ['boot', 'complete', 'publish', 'perform', 'reply', 'dispatch', 'ask', 'answer']
  expect([...names].sort()).toEqual(all.sort())
  await mkdir(join(target, 'recorded'), { recursive: true })
  await writeFile(join(target, 'recorded/connect.jsonl'), `${lines.join('\n')}\n`)
})
