import { shortAmount } from '../amount'
import type { Latchkit } from '../latchkit'
import { findProbe } from './find'

/** Keeps the probes of one instance true: they show what the package tells its host, and nothing else. */
export function showConnection(latchkit: Latchkit, prefix = ''): void {
  const probe = (name: string) => findProbe(`${prefix}${name}`)
  const draw = () => {
    const account = latchkit.getAccount('eip155')
    const { balance = '', balanceSymbol, balanceAtMs, chain = '' } = account
    const status = probe('status')
    status.textContent = account.status
    status.dataset.status = account.status
    probe('address').textContent = account.address ?? ''
    probe('caip-address').textContent = account.caipAddress ?? ''
    probe('chain-id').textContent = chain.replace('eip155:', '')
    probe('balance').textContent = balanceAtMs ? `${shortAmount(balance)} ${balanceSymbol}` : ''
    const network = probe('network')
    network.textContent = account.networkName ?? ''
  }
  latchkit.subscribeAccount(draw)
  latchkit.subscribeNetwork(draw)
  draw()
}
