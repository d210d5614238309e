import { html, image, skeletonRows } from '../../../kit/src/Dialog/draw.ts'
import type { Description, Wallets } from '../../../shell/src/all/WalletProvider'
import type { Store } from '../../../shell/src/entry/store'
import { isMobile } from '../all/isMobile'
import { readStored } from '../all/stored'
import {
  hidden,
  icon,
  iconCharacters,
  idCharacters,
  nameCharacters,
  walletId,
} from '../generated/announcements'
import { itemPrefix, recentWallets } from '../generated/items'
import { listedKinds, listRows } from '../generated/lists'
import type { Namespace } from '../generated/Namespace'
import type { LatchkitOptions, Settings } from './options'

/** What a first frame is drawn of. */
export interface FirstFrameParts {
  store: Store
  wallets: Wallets
  settings: Settings
  /** Whose wallets alone are to be listed. */
  namespace: Namespace | undefined
}

/** What stands in the dialog until its view is there. */
export interface FirstFrame {
  element: HTMLElement
  /** It follows the wallets until then. */
  end(): void
}

/** What a wallet says of itself, or what was stored of it, unread. */
interface Told extends Pick<Description, 'name' | 'icon' | 'isContested'> {
  id?: unknown
}

/**
 * The Connect list as far as it is known without the engine, in the engine's order: the wallets that were
 * used lately and those that announced themselves, which can be chosen, and places for what the directory
 * may add. A wallet that announces itself later stands below those, and takes such a place.
 */
export function drawList({ store, wallets, settings, namespace }: FirstFrameParts): FirstFrame {
  const { options, networks, instance } = settings
  const links = [options.termsConditionsUrl, options.privacyPolicyUrl].filter(Boolean).length
  const isLocked = links > 0 && Object(options.features).legalCheckbox
  const isFiltered = namespace && networks.some(it => it.chainNamespace !== namespace)
  const shown = isFiltered ? namespace : 'eip155'
  const isListed = networks.some(it => it.chainNamespace === shown)
  const list = html('div')
  // Above and below are lines: whose wallets they are or what to do first, the way to get one, the terms.
  const above = isLocked || isFiltered ? 32 : 0
  const guide = options.enableWalletGuide === false ? -8 : 32
  const below = guide + (isLocked ? 48 : links && 20 + 16 * links)
  list.style.marginBlock = `${above}px ${below}px`
  const recent = new Comment()
  const installed = new Comment()
  const fill = layOut(list, options, { recent, injected: installed })
  const rows = new Map<unknown, HTMLButtonElement>()
  const busy = html('i', 'Spinner')

  function add(end: Comment, told: Told, handle?: number) {
    const { id, isContested } = told
    const known = rows.get(id)
    if (known?.value) {
      // It says so again, or another says that it is this one: the engine tells those apart.
      known.disabled ||= (isContested as boolean) || known.value !== `${handle}`
      return
    }
    // One that was used lately keeps its place.
    const at = known ?? end
    const button = rowOf(told, options)
    if (!button || !at.parentNode) return
    button.disabled = isLocked || isContested
    button.onclick = () => {
      busy.parentElement?.removeAttribute('aria-busy')
      button.ariaBusy = 'true'
      button.append(busy)
      store.send({ type: 'connect', wallet: id as string })
    }
    // Nothing where the wallet has not announced itself.
    button.value = `${handle ?? ''}`
    at.before(button)
    ;(known ?? fill.pop())?.remove()
    rows.set(id, button)
  }

  const recents = readStored(`${itemPrefix}${instance}:${recentWallets}`, Array.isArray) ?? []
  for (const told of recents) add(recent, Object(told))
  return {
    element: list,
    end: wallets.watch((handle, description) => {
      const { namespace: own = 'eip155', rdns, ...told } = description as Description
      if (isListed && own === shown) add(installed, { ...told, id: rdns }, handle)
    }),
  }
}

/**
 * Lays out the places of what may come, and the `ends` before which the rows go that are known. Returns the
 * places that make way for them.
 */
function layOut(list: Element, options: LatchkitOptions, ends: { [kind: string]: Comment }) {
  const featured = listOf(options.featuredWalletIds).length
  const custom = listOf(options.customWallets).length
  // By which id an excluded wallet announces itself, the directory knows.
  const isUnclear = listOf(options.excludeWalletIds).some(id => !`${id}`.includes('.'))
  const recommended = featured + custom && !isUnclear ? 0 : listRows
  const walletConnect = +(options.enableWalletConnect !== false && !isMobile(navigator))
  const counts: { [kind: string]: number } = {
    walletConnect,
    featured,
    custom,
    recommended,
    all: 1,
  }
  let fill: Element[] = []
  for (const kind of kindsOf(options, isUnclear)) {
    const places = skeletonRows(counts[kind])
    if (kind === 'recommended') fill = places
    list.append(...places, ends[kind] ?? '')
  }
  return fill
}

/** What is listed, in its order; `all` is a row that leads on. */
function kindsOf(options: LatchkitOptions, isUnclear: boolean): readonly string[] {
  const { collapseWallets, connectorTypeOrder, allWallets } = Object(options.features)
  // A phone that lists its wallets is one's own browser, where hosts rarely lead on to others.
  const isAll = allWallets !== false && !['HIDE', 'ONLY_MOBILE'].includes(`${options.allWallets}`)
  if (options.enableWallets === false) return []
  if (collapseWallets) return ['all']
  const isOrder = listOf(connectorTypeOrder).some(kind => listedKinds.includes(kind))
  const order = isOrder ? connectorTypeOrder : listedKinds
  const kinds = isUnclear ? ['walletConnect', 'recommended'] : order
  return isAll ? [...kinds, 'all'] : kinds
}

/** The row of a wallet as `ListItem` draws it; nothing where it cannot be shown, or is not to be. */
function rowOf(told: Told, { excludeWalletIds, connectorImages }: LatchkitOptions) {
  const id = textOf(told.id)
  const own = textOf(told.icon)
  const shown = [...textOf(told.name).replace(hidden, '')].slice(0, nameCharacters).join('').trim()
  const isId = id.length <= idCharacters && walletId.test(id)
  if (!shown || !isId || listOf(excludeWalletIds).includes(id)) return
  const src =
    textOf(Object(connectorImages)[id]) || (own.length <= iconCharacters && own.match(icon)?.input)
  const picture = html('span', 'Picture', src ? image(src) : '')
  const label = html('span', 'who', html('bdi', 'name cut', shown))
  const button = html('button', 'ListItem', picture, label)
  button.dataset.wallet = id
  return button
}

const textOf = (given: unknown): string => (typeof given === 'string' ? given : '')
const listOf = (given: unknown): readonly string[] => (Array.isArray(given) ? given : [])
