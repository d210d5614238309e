import { draw } from '../draw'
import { ACCOUNTS } from '../wallet/accounts'
import { CHAINS } from '../wallet/chains'
import type { ChainWallet } from '../wallet/namespaces/ids'
import { QUIRKS, quirkById } from '../wallet/quirks'
import { addWallet, type DevWallet } from '../wallet/wallet'
import { find, findButton } from './find'
import type { Settings } from './settings'

/** The panel in which a person chooses how the dev wallet behaves, and acts in the wallet itself. */
export function startPanel({ wallets: quirks, chainWallets, delayMsOf }: Settings): void {
  const wallets = quirks.map(quirk => addWallet(quirk, delayMsOf(quirk)))
  const acted = find(HTMLSelectElement, '#acted-wallet')
  const chosen = () => wallets[acted.selectedIndex]

  const drawAll = () => {
    drawAnnounced(wallets, chainWallets)
    const at = Math.max(acted.selectedIndex, 0)
    acted.replaceChildren(...wallets.map(({ name }) => draw('option', {}, name)))
    acted.selectedIndex = wallets.length > 0 ? at : -1
    acted.hidden = wallets.length < 2
    drawOffered(wallets)
    drawState(chosen())
  }
  const follow = (wallet: DevWallet) => wallet.memory.onChange(() => drawState(chosen()))

  for (const wallet of wallets) follow(wallet)
  drawActions(chosen)
  acted.addEventListener('change', () => drawState(chosen()))
  find(HTMLSelectElement, '#quirk').addEventListener('change', drawMeaning)
  find(HTMLFormElement, '#quirk-form').addEventListener('submit', event => {
    event.preventDefault()
    const quirk = quirkById(find(HTMLSelectElement, '#quirk').value)
    if (!quirk || wallets.some(wallet => wallet.quirk === quirk)) return
    const wallet = addWallet(quirk, delayMsOf(quirk))
    wallets.push(wallet)
    follow(wallet)
    history.replaceState(null, '', addressWith(wallets, chainWallets))
    drawAll()
  })
  drawAll()
}

/** The address of this page with exactly these wallets, so that a reload keeps them. */
function addressWith(wallets: readonly DevWallet[], chainWallets: readonly ChainWallet[]): string {
  const address = new URL(location.href)
  address.searchParams.delete('wallets')
  address.searchParams.delete('wallet')
  const ids = [...new Set([...wallets.map(wallet => wallet.quirk.id), ...chainWallets])].join(',')
  if (ids === '') address.searchParams.set('wallets', 'none')
  else address.searchParams.set('wallet', ids)
  return address.href.replaceAll('%2C', ',')
}

/** A wallet that was announced cannot be called back: taking it away is a link that loads the page anew. */
function drawAnnounced(wallets: readonly DevWallet[], chainWallets: readonly ChainWallet[]) {
  const ids = new Set([...wallets.map(wallet => wallet.quirk.id), ...chainWallets])
  const rows = [...ids].map(id => {
    const name = wallets.find(wallet => wallet.quirk.id === id)?.name ?? `Dev Wallet (${id})`
    const others = wallets.filter(wallet => wallet.quirk.id !== id)
    const otherChains = chainWallets.filter(other => other !== id)
    const remove = draw('a', { href: addressWith(others, otherChains), class: 'remove' }, '×')
    remove.setAttribute('aria-label', `Take ${name} away`)
    return draw('li', { class: 'Tag' }, id === 'normal' ? name : id, remove)
  })
  const none = draw('li', { class: 'Tag' }, 'None')
  find(HTMLUListElement, '#announced').replaceChildren(...(rows.length > 0 ? rows : [none]))
}

function drawOffered(wallets: readonly DevWallet[]) {
  const left = QUIRKS.filter(quirk => !wallets.some(wallet => wallet.quirk === quirk))
  const options = left.map(({ id }) => draw('option', { value: id }, id))
  find(HTMLSelectElement, '#quirk').replaceChildren(...options)
  findButton('quirk-add').disabled = left.length === 0
  drawMeaning()
}

function drawMeaning() {
  const quirk = quirkById(find(HTMLSelectElement, '#quirk').value)
  find(HTMLElement, '#quirk-meaning').textContent = quirk?.says ?? 'All of them are on the page.'
}

function drawActions(chosen: () => DevWallet | undefined) {
  const choice = (testId: string, text: string, act: () => void) => {
    const button = draw('button', { type: 'button', 'data-testid': testId }, text)
    button.addEventListener('click', act)
    return button
  }
  const accounts = ACCOUNTS.map(({ name }, at) =>
    choice(`wallet-account-${at + 1}`, name, () => chosen()?.chooseAccount(at)),
  )
  const chains = CHAINS.map(({ id, name }) =>
    choice(`wallet-chain-${name.toLowerCase()}`, name, () => chosen()?.chooseChain(id)),
  )
  find(HTMLElement, '#wallet-accounts').replaceChildren(...accounts)
  find(HTMLElement, '#wallet-chains').replaceChildren(...chains)
  findButton('wallet-disconnect').addEventListener('click', () => chosen()?.disconnectSite())
  findButton('wallet-1013').addEventListener('click', () => chosen()?.loseNode())
}

function drawState(wallet: DevWallet | undefined) {
  const state = wallet?.memory.read()
  const isAllowed = state?.allowed.includes(location.origin) ?? false
  for (const [at, button] of buttonsIn('#wallet-accounts').entries()) {
    button.setAttribute('aria-pressed', String(state?.account === at))
    button.disabled = !state
  }
  for (const [at, button] of buttonsIn('#wallet-chains').entries()) {
    button.setAttribute('aria-pressed', String(state?.chain === CHAINS[at]?.id))
    button.disabled = !state
  }
  findButton('wallet-disconnect').disabled = !isAllowed
  findButton('wallet-1013').disabled = !isAllowed
}

const buttonsIn = (selector: string) => [...find(HTMLElement, selector).querySelectorAll('button')]
