import type { Locator } from '@playwright/test'
import { formatUnits } from 'viem'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './seeded.ts'
import { accounts } from './seededChain.ts'
import { MARKUP } from './seededServer.ts'

const [alice, bob, carol] = accounts as readonly [`0x${string}`, `0x${string}`, `0x${string}`]

/** The dollars that stand first in a text. */
const dollarsIn = (text: string | null) =>
  Number(/\$([\d,]+\.\d\d)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))

/** As the modal writes an amount: three decimals at most, the rest cut off. */
const written = (amount: bigint, decimals: number) =>
  new Intl.NumberFormat('en-US', {
    maximumFractionDigits: 3,
    roundingMode: 'trunc',
  } as object).format(formatUnits(amount, decimals) as `${number}`)

const worthIn = async (row: Locator) => dollarsIn(await row.locator('.value').textContent())

test('tokens are listed with how much there is and what that is worth, and above them the sum', async ({
  host,
  dialog,
  wallet,
  page,
  context,
  origins,
  seeded,
}) => {
  // Where the dev wallet asks its node; this server is nobody's dev server.
  await context.route(`${origins.server}/dev/rpc`, async route =>
    route.fulfill({ response: await route.fetch({ url: seeded.url }) }),
  )
  const alerts: string[] = []
  page.on('dialog', alert => {
    alerts.push(alert.message())
    return alert.dismiss()
  })
  await host.goto()
  await host.button.click()
  await wallet.approves(() => dialog.walletRow(rdnsOf()).click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.button.click()
  await dialog.shows('Account')
  const rows = dialog.root.getByRole('tabpanel').getByRole('listitem')
  await expect(rows.locator('.name')).toHaveText([
    'Ether',
    'USD Coin',
    'Wrapped Ether',
    'Dai Stablecoin',
    'Only On V2',
    'Dust On V2',
    'Without A Pool',
    MARKUP,
    'No Decimals To Tell',
    'Thirty-two Bytes',
  ])
  const { tokens } = seeded.addresses
  const ofToken = (name: string) => seeded.held(tokens[name] ?? '0x', alice)
  const priced = [
    [await seeded.ether(alice), 18, 'ETH', 2500],
    [await ofToken('usdc'), 6, 'USDC', 1],
    [await ofToken('weth'), 18, 'WETH', 2500],
    [await ofToken('dai'), 18, 'DAI', 1],
    [await ofToken('onlyV2'), 18, 'ONLYV2', 0.5],
  ] as const
  let sum = 0
  for (const [at, [amount, decimals, symbol, price]] of priced.entries()) {
    const row = rows.nth(at)
    await expect(row).toContainText(`${written(amount, decimals)} ${symbol}`)
    const worth = await worthIn(row)
    sum += worth
    expect(worth / (Number(formatUnits(amount, decimals)) * price)).toBeCloseTo(1, 3)
  }
  const total = dollarsIn(await dialog.root.locator('.worth').textContent())
  // Of each of them less than a cent is cut off.
  expect(total - sum).toBeGreaterThan(-0.001)
  expect(total - sum).toBeLessThan(0.01 * priced.length)
  await expect(dialog.root.locator('.worth')).toContainText('at least')
  for (const [at, symbol] of [
    [5, '1,000,000 DUSTV2'],
    [6, '42 NOPOOL'],
    [7, `<0.001 ${MARKUP}`],
    [8, '<0.001 NODEC'],
  ] as const) {
    await expect(rows.nth(at)).toContainText(symbol)
    await expect(rows.nth(at)).toContainText('Value unknown')
  }
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  expect(alerts).toEqual([])
})

test('a wallet with several accounts lists what each is worth, and another one is taken', async ({
  host,
  dialog,
  seeded,
  openAccount,
}) => {
  await openAccount(alice, bob, carol)
  await dialog.button('Switch account').click()
  await dialog.shows('SwitchAddress')
  const rows = dialog.root.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const { usdc = '0x', dai = '0x' } = seeded.addresses.tokens
  for (const [at, account] of [alice, bob, carol].entries()) {
    const row = rows.nth(at)
    await expect(row).toContainText(`${account.slice(0, 6)}…${account.slice(-4)}`)
    await expect(row.locator('.total')).toContainText('$')
    const ether = Number(formatUnits(await seeded.ether(account), 18))
    const dollars = Number(formatUnits(await seeded.held(usdc, account), 6))
    const dais = Number(formatUnits(await seeded.held(dai, account), 18))
    // Account 0 has 2 WETH and 1,000 ONLYV2 besides.
    const more = at === 0 ? 5_500 : 0
    const worth = dollarsIn(await row.locator('.total').textContent())
    expect(worth / (ether * 2500 + dollars + dais + more)).toBeCloseTo(1, 4)
  }
  await rows.nth(1).getByRole('button').click()
  await dialog.shows('Account')
  await expect(dialog.root.locator('.Owner .address bdi')).toHaveText(
    `${bob.slice(0, 6)}…${bob.slice(-4)}`,
  )
  await expect(dialog.root.getByRole('tabpanel')).toContainText(
    `${written(await seeded.held(usdc, bob), 6)} USDC`,
  )
  await dialog.close()
  await host.isConnected(bob)
  expect(await host.request('eth_accounts')).toMatchObject({ value: [bob, alice, carol] })
})
