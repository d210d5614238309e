import { loadDeployment } from './config'
import { loadLatchkit, loadNetworks } from './latchkit'
import { showConnection } from './page/connection'
import { find } from './page/find'
import { fitHeader } from './page/header'
import { NETWORKS } from './page/networks'
import { startOwnDialog } from './page/ownDialog'
import { startPanel } from './page/panel'
import { startPhone } from './page/phone'
import { startSecondInstance } from './page/secondInstance'
import { startSending } from './page/sending'
import { readSettings, type Settings } from './page/settings'
import { startSigning } from './page/signing'
import { showTrouble } from './page/trouble'

/** The host page: the wallets arrive as extensions' scripts would, then the site does what any site does. */
async function start(settings: Settings) {
  if (settings.chainWallets.length > 0) {
    const { addChainWallet } = await import('./wallet/namespaces/add')
    for (const id of settings.chainWallets) addChainWallet(id)
  }
  const [{ createLatchkit }, { localhost, mainnet }, { projectId, serverUrl }] = await Promise.all([
    loadLatchkit(),
    loadNetworks(),
    loadDeployment(),
  ])
  const networks = [localhost, mainnet, ...settings.namespaces.map(name => NETWORKS[name])]
  const { hasPhoneBeside } = settings
  startPhone(serverUrl, hasPhoneBeside)
  const own = {
    projectId,
    serverUrl,
    networks,
    defaultNetwork: localhost,
    enableEmbedded: hasPhoneBeside,
  }
  const options = { ...own, ...settings.options }
  if (!settings.creates) return
  const latchkit = createLatchkit(options)
  showConnection(latchkit)
  startSigning(latchkit)
  startSending(latchkit)
  if (settings.namespaces.length > 0) {
    const { startChains } = await import('./page/chains')
    startChains(latchkit, settings.namespaces)
  }
  if (settings.hasSecondInstance) {
    startSecondInstance(createLatchkit({ ...options, instance: 'second' }))
  }
  if (settings.hasOwnDialog) startOwnDialog(latchkit)
}

fitHeader()
const settings = readSettings(new URLSearchParams(location.search))
startPanel(settings)
start(settings).catch(thrown => showTrouble(find(HTMLElement, '#connection'), thrown))
