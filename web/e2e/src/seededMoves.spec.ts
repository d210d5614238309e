import { expect, test, titleOf } from './seeded.ts'
import { accounts, monthsAgo, PAYMENTS } from './seededChain.ts'

const [alice = '0x', , , , , , , , paid = '0x'] = accounts

test('NFTs show with names and pictures, which the server draws; spam is hidden', async ({
  dialog,
  seeded,
  origins,
  openAccount,
}) => {
  await openAccount(alice)
  await dialog.root.getByRole('tab', { name: 'NFTs' }).click()
  const panel = dialog.root.getByRole('tabpanel')
  const cards = panel.getByRole('listitem')
  await expect(cards).toHaveCount(6)
  for (const name of ['First', 'Second', 'Third', 'Fifth', 'Edition 1', 'Edition 2']) {
    const card = cards.filter({ has: dialog.root.page().getByText(name, { exact: true }) })
    await expect(card).toContainText(/Latchkit (Pictures|Edition)/)
    const picture = card.locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth))
      .toBeGreaterThan(0)
    expect(new URL((await picture.getAttribute('src')) ?? '').origin).toBe(origins.server)
  }
  await expect(cards.filter({ hasText: 'Edition 1' })).toContainText('× 8')
  await expect(panel).toContainText('1 NFT is hidden as spam.')
  await expect(panel).not.toContainText('reward', { ignoreCase: true })
  expect(seeded.gateway.asked.join(' ')).toContain('/pictures/second.png')
})

/** What account 0 did last: it took a name, and dealt with the others. */
const LATEST = [
  ['Executed', /^0x\w{4}…\w{4}$/],
  ['Received', '+2 Latchkit Edition'],
  ['Sent', '−4 Latchkit Edition'],
  ['Received', '+Latchkit Pictures'],
  ['Sent', '−Latchkit Pictures'],
  ['Received', '+30 DAI'],
  ['Received', '+7.25 USDC'],
  ['Sent', '−120.5 USDC'],
  ['Received', '+0.05 ETH'],
  ['Received', '+0.25 ETH'],
  ['Sent', '−1 ETH'],
  ['Minted', '+Latchkit Edition'],
] as const

test('what the account did is told by month with its direction, without spam', async ({
  dialog,
  openAccount,
}) => {
  await openAccount(alice)
  await dialog.root.getByRole('tab', { name: 'Activity' }).click()
  const panel = dialog.root.getByRole('tabpanel')
  await expect(panel.getByRole('region')).toHaveCount(1)
  const month = panel.getByRole('region', { name: titleOf(monthsAgo(2)), exact: true })
  const rows = month.getByRole('listitem')
  await expect(rows).toHaveCount(33)
  for (const [at, [verb, moved]] of LATEST.entries()) {
    await expect(rows.nth(at).locator('.name')).toHaveText(verb)
    await expect(rows.nth(at).locator('.detail')).toHaveText(moved)
  }
  await expect(rows.last()).toContainText('+2 WETH')
  // What is on a token is text, wherever it shows.
  await expect(rows.filter({ hasText: '+<0.001 <img src=x onerror=alert(1)>' })).toHaveCount(1)
  await expect(panel).not.toContainText('usdc-drop')
})

test('what does not fit on a page is loaded by a press', async ({ dialog, openAccount }) => {
  await openAccount(paid)
  await dialog.root.getByRole('tab', { name: 'Activity' }).click()
  const panel = dialog.root.getByRole('tabpanel')
  const rows = panel.getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await expect(panel.getByRole('heading')).toHaveText([titleOf(new Date()), titleOf(monthsAgo(1))])
  await expect(rows.first()).toContainText('+2 ETH')
  await dialog.button('Load more').click()
  await expect(rows).toHaveCount(PAYMENTS + 1)
  await expect(dialog.button('Load more')).toHaveCount(0)
  await expect(rows.last()).toContainText('+0.001 ETH')
  await expect(panel.getByRole('heading')).toHaveCount(2)
})
