import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn, withEmail } from './signIn.ts'

const newAddress = () => `ada-${crypto.randomUUID()}@example.com`

/** What the site knows of the account's kind. */
const kindsOf = (page: Page) =>
  page.evaluate(async () => {
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    const { preferredAccountTypes, smartAccountDeployed, allAccounts } =
      getLatchkit().getAccount('eip155')
    const used = allAccounts.map(({ type }: { type: string }) => type)
    return { preferred: preferredAccountTypes?.eip155, smartAccountDeployed, used }
  })

for (const { named, preferred } of [
  { named: {}, preferred: 'eoa' },
  { named: { defaultAccountTypes: { eip155: 'eoa' } }, preferred: 'eoa' },
])
  test(`the kind of account is ${preferred} with ${JSON.stringify(named)}, also after a reload and at the next sign-in`, async ({
    site,
    host,
    origins,
  }) => {
    const expected = { preferred, smartAccountDeployed: false, used: ['eoa'] }
    const email = newAddress()
    await host.goto('?wallets=none', { ...withEmail, ...named })
    await host.button.click()
    await signIn(site, origins.server, email)
    expect(await kindsOf(site.page)).toEqual(expected)
    const address = await host.probe('address').textContent()
    await host.reload()
    await host.isConnected(address ?? '')
    expect(await kindsOf(site.page)).toEqual(expected)
    await host.call('disconnect')
    await host.isDisconnected()
    await host.button.click()
    await signIn(site, origins.server, email)
    await host.isConnected(address ?? '')
    expect(await kindsOf(site.page)).toEqual(expected)
  })
