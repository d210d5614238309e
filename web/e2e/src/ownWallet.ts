import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** A wallet of the tests, announced by EIP-6963, that approves everything at once and without a window. */
export type OwnWallet = {
  readonly rdns: string
  readonly name: string
  readonly icon?: string
  /** Chain number where it starts. */
  readonly startsOn: number
  /** How it writes chain numbers. */
  readonly writes: 'hex' | 'decimal text' | 'number'
  /** Between its answer to a switch and the move, with its event. */
  readonly movesAfterMs: number
  /** Whether it knows `wallet_requestPermissions`. */
  readonly hasPermissions: boolean
  /** Accounts that it shares besides its own. */
  readonly others?: readonly Hex[]
  /** Whether it is the page's `window.ethereum`, and says nothing of itself. */
  readonly isBare?: boolean
}

/** As the standards want it. */
export const plainWallet: OwnWallet = {
  rdns: 'org.example.plain',
  name: 'Plain Wallet',
  startsOn: 31337,
  writes: 'hex',
  movesAfterMs: 0,
  hasPermissions: true,
}

/** One whose authors read other pages of the standards. */
export const oddWallet: OwnWallet = {
  rdns: 'org.example.odd',
  name: 'Odd Wallet',
  startsOn: 1,
  writes: 'decimal text',
  movesAfterMs: 300,
  hasPermissions: false,
}

/** Puts a wallet with this key into every document of the page. Returns its address. */
export async function addOwnWallet(page: Page, wallet: OwnWallet, key: Hex): Promise<Hex> {
  const account = privateKeyToAccount(key)
  await page.exposeFunction('signInOwnWallet', (raw: Hex) =>
    account.signMessage({ message: { raw } }),
  )
  await page.addInitScript(announceOwnWallet, { ...wallet, address: account.address })
  return account.address
}

/** Runs in the page, before its scripts. */
export function announceOwnWallet(wallet: OwnWallet & { address: Hex }) {
  type State = { isAllowed: boolean; chain: number }
  type Listener = (value: unknown) => void
  const key = `own-wallet:${wallet.rdns}`
  const listeners: [string, Listener][] = []
  const read = (): State =>
    JSON.parse(localStorage.getItem(key) ?? 'null') ?? { isAllowed: false, chain: wallet.startsOn }
  const change = (part: Partial<State>) =>
    localStorage.setItem(key, JSON.stringify({ ...read(), ...part }))
  const all = [wallet.address, ...(wallet.others ?? [])].map(one => one.toLowerCase())
  const accounts = () => (read().isAllowed ? all : [])
  const written = (chain: number) => {
    if (wallet.writes === 'number') return chain
    return wallet.writes === 'hex' ? `0x${chain.toString(16)}` : String(chain)
  }
  const move = (chain: number) => {
    change({ chain })
    for (const [name, listener] of [...listeners])
      if (name === 'chainChanged') listener(written(chain))
  }
  // Not an Error, as from wallets that send theirs through a port.
  const unknown = (method: string) => ({ code: -32601, message: `${method} does not exist` })

  const provider = {
    async request({ method, params }: { method: string; params?: unknown[] }) {
      switch (method) {
        case 'wallet_requestPermissions':
          performance.mark('asked')
          if (!wallet.hasPermissions) throw unknown(method)
          change({ isAllowed: true })
          return [{ parentCapability: 'eth_accounts' }]
        case 'eth_requestAccounts':
          change({ isAllowed: true })
          return accounts()
        case 'eth_accounts':
          return accounts()
        case 'eth_chainId':
          return written(read().chain)
        case 'wallet_switchEthereumChain': {
          const chain = Number((params as [{ chainId: string }])[0].chainId)
          setTimeout(() => move(chain), wallet.movesAfterMs)
          return null
        }
        case 'personal_sign': {
          const { signInOwnWallet } = window as unknown as Record<string, (raw: unknown) => unknown>
          return signInOwnWallet?.(params?.[0])
        }
        default:
          throw unknown(method)
      }
    },
    on: (name: string, listener: Listener) => void listeners.push([name, listener]),
    removeListener(name: string, listener: Listener) {
      const at = listeners.findIndex(one => one[0] === name && one[1] === listener)
      if (at >= 0) listeners.splice(at, 1)
    },
  }
  if (wallet.isBare) Object.assign(window, { ethereum: provider })
  if (wallet.isBare) return
  const { rdns, name, icon } = wallet
  const detail = { info: { uuid: `own ${rdns}`, rdns, name, icon }, provider }
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
}
