import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { expect, test } from './fixtures.ts'

const key = '@latchkit/default:snapshot'

const damages = [
  ['of a newer version', (text: string) => text.replace('"v":1', '"v":2')],
  ['cut in half', (text: string) => text.slice(0, text.length / 2)],
  ['of another shape', () => '{"v":1,"value":{"accounts":{"eip155":7},"networks":[]}}'],
] as const

for (const [name, damaged] of damages) {
  test(`a stored snapshot ${name} is ignored, with one warning`, async ({
    host,
    dialog,
    wallet,
    page,
    witness,
  }) => {
    await connected({ host, dialog, wallet })
    const text = await page.evaluate(name => localStorage.getItem(name) ?? '', key)
    expect(text).toContain(accounts[0])
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
      key,
      damaged(text),
    ] as const)
    const warning = /The stored item @latchkit\/default:snapshot is broken or newer/
    witness.expect(warning)
    await host.reload()
    await host.isDisconnected()
    await host.button.click()
    await dialog.shows('Connect')
    await dialog.close()
    expect(witness.count(warning)).toBe(1)
  })
}
