import { registerOwnSolanaWallet } from './ownSolanaWallet.ts'
import { expect, test as onSeeded, titleOf } from './seeded.ts'

const name = 'Plain Solana Wallet'

type OfTest = {
  /** Connects a wallet that has the owner of the seed as its account, and opens Account. */
  openOnSolana(): Promise<void>
}

const test = onSeeded.extend<OfTest>({
  openOnSolana: async ({ page, host, dialog, seeded }, give) => {
    await give(async () => {
      const address = seeded.solana.accounts.owner
      const wallet = { name, address, chains: ['solana:mainnet'] }
      await page.addInitScript(registerOwnSolanaWallet, wallet)
      await host.goto('?wallets=none&networks=solana')
      await host.probe('connect-solana').click()
      await dialog.button(name).click()
      await dialog.isClosed()
      await expect(host.probe('address-solana')).toHaveText(address)
      await host.button.click()
      await dialog.shows('Account')
    })
  },
})

// Days are those of the clock on the wall.
test.use({ timezoneId: 'UTC' })

test('SOL and the listed tokens of both programs are told, and where to be paid', async ({
  host,
  dialog,
  seeded,
  openOnSolana,
}) => {
  await openOnSolana()
  await expect(host.button).toContainText('9.147 SOL')
  await expect(dialog.root).toContainText('9.147 SOL')
  const rows = dialog.root.getByRole('tabpanel').getByRole('listitem')
  // What the operator does not list is left out: anybody may send it.
  await expect(rows.locator('.name')).toHaveText(['Solana', 'USD Coin', 'Euro Note'])
  await expect(rows.locator('.note')).toHaveText(['9.147 SOL', '2,407.25 USDC', '990 EURN'])
  await dialog.button('Receive').click()
  await dialog.shows('WalletReceive')
  await expect(dialog.root).toContainText(seeded.solana.accounts.owner)
  await expect(dialog.root).toContainText('Receive only on Solana')
})

test('the collectible is among the NFTs', async ({ dialog, seeded, openOnSolana }) => {
  await openOnSolana()
  await dialog.root.getByRole('tab', { name: 'NFTs' }).click()
  const { mint } = seeded.solana.tokens.collectible
  const cards = dialog.root.getByRole('tabpanel').getByRole('listitem')
  await expect(cards.locator('.name')).toHaveText([shortOf(mint)])
})

test('what the account did is told by month, with its direction', async ({
  dialog,
  seeded,
  openOnSolana,
}) => {
  await openOnSolana()
  await dialog.root.getByRole('tab', { name: 'Activity' }).click()
  const panel = dialog.root.getByRole('tabpanel')
  const { usdc, unnamed, collectible } = seeded.solana.tokens
  const months = [
    ['2026-04', [['Executed', 'Apr 2', shortOf(usdc.program), 'Failed']]],
    [
      '2026-03',
      [
        ['Sent', 'Mar 21', '−10.5 EURN, 1 more'],
        ['Received', 'Mar 9', '+7 USDC'],
      ],
    ],
    [
      '2026-02',
      [
        ['Received', 'Feb 20', '+20.75 USDC'],
        ['Sent', 'Feb 14', '−120.5 USDC'],
        ['Received', 'Feb 3', '+0.4 SOL'],
      ],
    ],
    [
      '2026-01',
      [
        ['Sent', 'Jan 20', '−1.25 SOL'],
        ['Received', 'Jan 5', '+1,000.5 EURN'],
        ['Received', 'Jan 5', `+${shortOf(collectible.mint)}`],
        ['Received', 'Jan 5', `+12.345 ${shortOf(unnamed.mint)}`],
        ['Received', 'Jan 5', '+2,500 USDC'],
        ['Received', 'Jan 5', '+10 SOL'],
      ],
    ],
  ] as const
  const titles = months.map(([month]) => titleOf(new Date(`${month}-05T12:00:00Z`)))
  await expect(panel.getByRole('heading')).toHaveText(titles)
  for (const [at, [, told]] of months.entries()) {
    const month = panel.getByRole('region', { name: titles[at] ?? '', exact: true })
    const rows = month.getByRole('listitem')
    await expect(rows).toHaveCount(told.length)
    for (const [at, [verb, day, moved, ending]] of told.entries()) {
      const row = rows.nth(at)
      await expect(row.locator('.name')).toHaveText(verb)
      await expect(row.locator('.value')).toHaveText(day)
      await expect(row.locator('.detail')).toHaveText(moved)
      await expect(row.locator('.note')).toHaveText(ending === undefined ? [] : [ending])
    }
  }
})

/** An address as rows have it. */
function shortOf(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`
}
