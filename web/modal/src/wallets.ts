import type { WalletProvider, WalletRegistry } from '../../shell/src/ops/WalletProvider'

/** More wallets than anybody has installed. */
const mostWallets = 1000

interface Wallet {
  handle: number
  uuid: unknown
  rdns: unknown
  provider: WalletProvider
  description: unknown
}

const wallets: Wallet[] = []
const watchers = new Set<(wallet: Wallet) => void>()
let listeners = 0

/**
 * The wallets of the page, shared by all instances. A handle stays the same for as long as the page
 * lives; announcements that are no objects are ignored, and more than 1,000 are too.
 */
export const pageWallets: WalletRegistry = {
  provider: handle => wallets[handle - 1]?.provider,
  announce: remember,
  watch(listener) {
    const watcher = ({ handle, description }: Wallet) => listener(handle, description)
    watchers.add(watcher)
    for (const wallet of [...wallets]) watcher(wallet)
    return () => watchers.delete(watcher)
  },
}

/**
 * Listens for wallets that announce themselves (EIP-6963), and asks them to. Returns the way to stop;
 * the last one that stops takes the listener off the page.
 */
export function listenForWallets(): () => void {
  let isListening = true
  if (listeners++ === 0) addEventListener('eip6963:announceProvider', announced)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    if (isListening && --listeners === 0) removeEventListener('eip6963:announceProvider', announced)
    isListening = false
  }
}

function announced(event: Event) {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Description; provider: unknown }>)
      .detail
    if (isObject(info) && isProvider(provider)) remember(info, provider)
  } catch {
    // A getter of a stranger's object threw: there is no wallet to show.
  }
}

interface Description {
  uuid?: unknown
  rdns?: unknown
}

/** The same uuid, or the same provider, is the same wallet; but none takes over another's name. */
function remember(description: Description, provider: WalletProvider) {
  const { uuid, rdns } = description
  const known = wallets.find(
    wallet => wallet.rdns === rdns && (wallet.uuid === uuid || wallet.provider === provider),
  )
  if (!known && wallets.length >= mostWallets) return
  const fresh = { handle: 0 }
  const wallet = Object.assign(known ?? fresh, { uuid, rdns, provider, description })
  wallet.handle ||= wallets.push(wallet)
  for (const watcher of [...watchers]) watcher(wallet)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isProvider = (value: unknown): value is WalletProvider =>
  isObject(value) && typeof (value as { request?: unknown }).request === 'function'
