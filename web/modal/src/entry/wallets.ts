import type { WalletProvider, WalletRegistry } from '../../../shell/src/all/WalletProvider'

/** More strangers than anybody has installed. */
const mostWallets = 200

interface Wallet {
  handle: number
  uuid: unknown
  rdns: unknown
  provider: WalletProvider
  description: unknown
}

const wallets: Wallet[] = []
/** The names that are wanted, and whether there is still a place for one of that name. */
const places = new Map<unknown, boolean>()
const watchers = new Set<(wallet: Wallet) => void>()
let listeners = 0

/**
 * The wallets of the page, shared by all instances. A handle stays the same for as long as the page
 * lives; announcements that are no objects are ignored. Where there are 200, one that announces itself
 * (EIP-6963) is turned away, but for one of each name that is wanted. So whoever floods the page keeps
 * out strangers only, and the list does not grow with the flood.
 */
export const pageWallets: WalletRegistry = {
  provider: handle => wallets[handle - 1]?.provider,
  announce: remember,
  watch(listener, wanted = []) {
    for (const name of wanted) places.set(name, places.get(name) ?? true)
    const watcher = ({ handle, description }: Wallet) => listener(handle, description)
    watchers.add(watcher)
    for (const wallet of [...wallets]) watcher(wallet)
    if (wallets.length >= mostWallets) requestAnnouncements()
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
  requestAnnouncements()
  return () => {
    if (isListening && --listeners === 0) removeEventListener('eip6963:announceProvider', announced)
    isListening = false
  }
}

const requestAnnouncements = () => dispatchEvent(new Event('eip6963:requestProvider'))

function announced(event: Event) {
  try {
    const { info, provider } = (event as CustomEvent<Announcement>).detail
    const isWhole = typeof info.rdns === 'string' && typeof provider.request === 'function'
    if (isWhole) remember(info, provider, mostWallets)
  } catch {
    // Something is missing, or a getter of a stranger's object threw: there is no wallet to show.
  }
}

interface Description {
  uuid?: unknown
  rdns?: unknown
}

interface Announcement {
  info: Description
  provider: WalletProvider
}

/**
 * The same uuid, or the same provider, is the same wallet; but none takes over another's name. What our
 * own adapters find is always kept: nobody can ask for it again.
 */
function remember(description: Description, provider: WalletProvider, most = Infinity) {
  const { uuid, rdns } = description
  const known = wallets.find(
    wallet => wallet.rdns === rdns && (wallet.uuid === uuid || wallet.provider === provider),
  )
  if (!known && wallets.length >= most) {
    if (!places.get(rdns)) return
    places.set(rdns, false)
  }
  const fresh = { handle: 0 }
  const wallet = Object.assign(known ?? fresh, { uuid, rdns, provider, description })
  wallet.handle ||= wallets.push(wallet)
  for (const watcher of [...watchers]) watcher(wallet)
}
