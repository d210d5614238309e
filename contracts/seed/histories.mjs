/** What went from whom to whom between accounts 0, 1 and 2, each in a block of its own. */

import { parseEther, parseUnits } from 'viem'

/** Of every kind of thing some goes out of account 0, and some comes in. */
export async function seedHistories(chain, { usdc, dai }, { pictures, edition }) {
  const [alice, bob, carol] = chain.accounts
  await chain.pay(alice, bob, parseEther('1'))
  await chain.pay(bob, alice, parseEther('0.25'))
  await chain.pay(carol, alice, parseEther('0.05'))

  await chain.sendAs(alice, usdc, 'transfer', bob, parseUnits('120.5', 6))
  await chain.sendAs(bob, usdc, 'transfer', carol, parseUnits('20', 6))
  await chain.sendAs(carol, usdc, 'transfer', alice, parseUnits('7.25', 6))
  await chain.sendAs(bob, dai, 'approve', carol, parseUnits('30', 18))
  await chain.sendAs(carol, dai, 'transferFrom', bob, alice, parseUnits('30', 18))

  await chain.sendAs(alice, pictures, 'transferFrom', alice, bob, 4n)
  await chain.sendAs(bob, pictures, 'transferFrom', bob, alice, 5n)

  await chain.sendAs(alice, edition, 'safeTransferFrom', alice, carol, 1n, 4n, '0x')
  const batch = [bob, alice, [1n, 2n], [2n, 0n], '0x']
  await chain.sendAs(bob, edition, 'safeBatchTransferFrom', ...batch)
}
