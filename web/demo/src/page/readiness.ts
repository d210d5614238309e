import type { Latchkit } from '../latchkit'

const LOCAL = 'eip155:31337'

/** Why something cannot be tried right now; nothing where it can. */
export function reasonAgainst(latchkit: Latchkit, needs: 'account' | 'local chain'): string {
  const account = latchkit.getAccount('eip155')
  if (account.status === 'connecting') return 'Waiting for the wallet.'
  if (account.status !== 'connected') return 'Connect a wallet first.'
  // The receivers below have public keys: nothing of value may go there.
  if (needs === 'local chain' && account.chain !== LOCAL) return 'Switch to Localhost first.'
  return ''
}

/** Disables buttons while there is a reason, and shows it beside them, or what a busy one waits for. */
export function gate(
  latchkit: Latchkit,
  needs: 'account' | 'local chain',
  buttons: readonly HTMLButtonElement[],
  reason: HTMLElement,
): void {
  const draw = () => {
    const against = reasonAgainst(latchkit, needs)
    reason.textContent = against || (buttons.some(isBusy) ? 'Waiting. Look at your wallet.' : '')
    for (const button of buttons) button.disabled = against !== '' || isBusy(button)
  }
  latchkit.subscribeAccount(draw)
  latchkit.subscribeNetwork(draw)
  draw()
  for (const button of buttons)
    for (const change of ['busy', 'idle']) button.addEventListener(change, draw)
}

const isBusy = (button: HTMLButtonElement) => button.hasAttribute('aria-busy')

/** Marks a button busy until the work is over, so that one press is one request. */
export async function busy(button: HTMLButtonElement, work: () => Promise<void>) {
  button.setAttribute('aria-busy', 'true')
  button.disabled = true
  button.dispatchEvent(new Event('busy'))
  try {
    await work()
  } finally {
    button.removeAttribute('aria-busy')
    button.dispatchEvent(new Event('idle'))
  }
}
