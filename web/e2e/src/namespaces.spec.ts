import { expect, test } from './fixtures.ts'

/** The dev wallet of each namespace: its row, what its addresses look like, and what it asks. */
const wallets = {
  solana: {
    row: 'Dev-Wallet-solana',
    address: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/,
    connects: 'standard:connect',
    signs: 'solana:signMessage',
  },
  bip122: {
    row: 'Dev-Wallet-bip122',
    address: /^bc1q[a-z\d]{38}$/,
    connects: 'bitcoin:connect',
    signs: 'bitcoin:signMessage',
  },
  polkadot: {
    row: 'Dev-Wallet-polkadot',
    address: /^1[1-9A-HJ-NP-Za-km-z]{46,47}$/,
    connects: 'enable',
    signs: 'signRaw',
  },
  cosmos: {
    row: 'app.keplr',
    address: /^cosmos1[a-z\d]{38}$/,
    connects: 'enable',
    signs: 'signAmino',
  },
}

for (const [namespace, { row, address, connects, signs }] of Object.entries(wallets)) {
  test(`a wallet of ${namespace} connects, signs and survives a reload`, async ({
    host,
    dialog,
    wallet,
  }) => {
    await host.goto(`?wallet=${namespace}&networks=${namespace}`)
    await host.probe(`connect-${namespace}`).click()
    await wallet.approves(() => dialog.walletRow(row).click(), connects)
    await dialog.isClosed()
    await expect(host.probe(`status-${namespace}`)).toHaveText('connected')
    await expect(host.probe(`address-${namespace}`)).toHaveText(address)

    await wallet.approves(() => host.probe(`sign-${namespace}`).click(), signs)
    await expect(host.probe(`verified-${namespace}`)).toHaveText('Verified')

    const [shown] = await host.probe(`address-${namespace}`).allTextContents()
    await host.reload()
    await expect(host.probe(`status-${namespace}`)).toHaveText('connected')
    await expect(host.probe(`address-${namespace}`)).toHaveText(shown ?? '')
    await wallet.approves(() => host.probe(`sign-${namespace}`).click(), signs)
    await expect(host.probe(`verified-${namespace}`)).toHaveText('Verified')
  })
}

test('a wallet that refuses stays refused, and is asked again', async ({
  host,
  dialog,
  wallet,
}) => {
  await host.goto('?wallet=polkadot&networks=polkadot')
  await host.probe('connect-polkadot').click()
  const window = await wallet.opensBy(() => dialog.walletRow('Dev-Wallet-polkadot').click())
  await window.reject('enable')
  // Extensions of Polkadot have no code for a refusal: what they say is shown, and not guessed at.
  await expect(dialog.heading).toHaveText('Dev Wallet (polkadot) could not connect')
  await expect(dialog.root).toContainText('Cancelled')
  await wallet.approves(() => dialog.button('Try again').click(), 'enable')
  await expect(host.probe('status-polkadot')).toHaveText('connected')
})

test('one wallet of several namespaces is one row, and is asked which', async ({
  host,
  dialog,
  wallet,
}) => {
  await host.goto('?wallet=multi&networks=solana,bip122')
  await host.button.click()
  await expect(dialog.button(/^Dev Wallet/)).toHaveCount(1)
  await dialog.walletRow('dev.latchkit.multi').click()
  await wallet.approves(() => dialog.button('Solana').click(), 'standard:connect')
  await expect(host.probe('status-solana')).toHaveText('connected')
  await expect(host.probe('status-bip122')).toHaveText('disconnected')
})

test('the wallets of a namespace are loaded only where its networks are', async ({
  host,
  dialog,
  witness,
}) => {
  const loaded = () =>
    witness.requested.flatMap(
      url => /\/latchkit\/(solana|bip122|polkadot|cosmos|safe)-/.exec(url)?.[1] ?? [],
    )
  await host.goto('?wallet=normal,solana')
  await host.button.click()
  await expect(dialog.walletRow('dev.latchkit.wallet')).toBeVisible()
  expect(loaded()).toEqual([])
  await host.goto('?wallet=normal,solana&networks=solana')
  await host.button.click()
  await expect(dialog.walletRow('Dev-Wallet-solana')).toBeVisible()
  expect(loaded()).toEqual(['solana'])
})
