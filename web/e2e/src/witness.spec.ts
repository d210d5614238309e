import { expect, test } from './fixtures.ts'
import { Witness } from './witness.ts'

test('the witness of every journey hears what must not happen', async ({ browser, origins }) => {
  const context = await browser.newContext()
  const witness = new Witness(context, [origins.host])
  const page = await context.newPage()
  await page.goto(`${origins.host}/wallet.html`)
  expect(witness.verdict()).toEqual([])
  const heard = async (saying: RegExp, act: () => unknown) => {
    await page.evaluate(act)
    await expect.poll(() => witness.count(saying)).toBe(1)
  }
  await heard(/^warning: careful/, () => console.warn('careful'))
  await heard(/^error: wrong/, () => console.error('wrong'))
  await heard(/^exception: .*thrown/, () =>
    setTimeout(() => {
      throw new Error('thrown')
    }),
  )
  await heard(/^error: .*Content Security Policy/, () => {
    document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:1/' }))
  })
  // Allowed by the policy, but not by the witness of this context.
  await page.goto(origins.server)
  expect(witness.count(/^request to a stranger: .*localhost/)).toBeGreaterThan(0)
  witness.expect(/^warning: careful/, /never said/)
  expect(witness.verdict()).toContain('never heard: /never said/')
  expect(witness.verdict().filter(saying => saying.startsWith('warning'))).toEqual([])
  await context.close()
})
