import type {
  Description,
  WalletProvider,
  WalletRegistry,
} from '../../../shell/src/all/WalletProvider'

/** More strangers than anybody has installed, in a namespace. */
const mostWallets = 200
/** One that is wanted, and one that says it is: so that they are seen to be two. */
const mostOfOneName = 2

interface Wallet {
  handle: number
  provider: WalletProvider
  description: Description
}

const wallets: Wallet[] = []
const wantedNames = new Set<unknown>()
const watchers = new Set<(handle: number, description: Description) => void>()
let hasTurnedAway = false
let listeners = 0

/**
 * The wallets of the page, shared by all instances. A handle means the same provider for as long as the
 * page lives; announcements that are no objects are ignored. Where a namespace has 200, another one is
 * turned away, but for two of each name that is wanted. So whoever floods the page keeps out strangers
 * only, and the list does not grow with the flood.
 */
export const pageWallets: WalletRegistry = {
  provider: handle => wallets[handle - 1]?.provider,
  announce: remember,
  watch(listener, wanted = []) {
    for (const name of wanted) wantedNames.add(name)
    watchers.add(listener)
    for (const { handle, description } of [...wallets]) listener(handle, description)
    if (hasTurnedAway) requestAnnouncements()
    return () => watchers.delete(listener)
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

/** Each part is read once, and no other: a stranger speaks for eip155 only. */
function announced(event: Event) {
  try {
    const { info, provider } = (event as CustomEvent<Announcement>).detail
    const { uuid, rdns, name, icon } = info
    const isWhole = typeof rdns === 'string' && typeof provider.request === 'function'
    if (isWhole) remember({ uuid, rdns, name, icon }, provider)
  } catch {
    // Something is missing, or a getter of a stranger's object threw: there is no wallet to show.
  }
}

interface Announcement {
  info: Description
  provider: WalletProvider
}

/**
 * The same provider under the same name is the same wallet. Another that comes with a known uuid and name
 * is no wallet of its own: both are public, and no handle ever leads to another provider. Which of them
 * was the first to speak proves nothing, so the known one is told again as contested.
 */
function remember(description: Description, provider: WalletProvider) {
  const { namespace, uuid, rdns } = description
  const here = wallets.filter(one => one.description.namespace === namespace)
  const named = here.filter(one => one.description.rdns === rdns)
  const known = named.find(one => one.provider === provider)
  const first = named.find(one => one.description.uuid === uuid)
  if (known) update(known, { ...description, isContested: known.description.isContested })
  else if (first) {
    if (!first.description.isContested) update(first, { ...first.description, isContested: true })
  } else if (here.length < mostWallets || (wantedNames.has(rdns) && named.length < mostOfOneName)) {
    const wallet = { handle: wallets.length + 1, provider, description }
    wallets.push(wallet)
    update(wallet, description)
  } else hasTurnedAway = true
}

function update(wallet: Wallet, description: Description) {
  wallet.description = description
  for (const watcher of [...watchers]) watcher(wallet.handle, description)
}
