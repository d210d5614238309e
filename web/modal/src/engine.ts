import { glue } from 'virtual:latchkit-glue/engine'
import { type Bridge, createBridge, type Page } from '../../shell/src/bridge'
import { startLife } from '../../shell/src/life'
import { loadWasm, type WasmFile } from '../../shell/src/loadWasm'
import { copy } from '../../shell/src/ops/copy'
import { watchEvents } from '../../shell/src/ops/events'
import { fetchText } from '../../shell/src/ops/fetch'
import { askModule } from '../../shell/src/ops/module'
import { now } from '../../shell/src/ops/now'
import type { Ops } from '../../shell/src/ops/Perform'
import { random } from '../../shell/src/ops/random'
import { read } from '../../shell/src/ops/read'
import { remove } from '../../shell/src/ops/remove'
import { requestWallet } from '../../shell/src/ops/request'
import { sleep } from '../../shell/src/ops/sleep'
import type { Wallets } from '../../shell/src/ops/WalletProvider'
import { watchWallets } from '../../shell/src/ops/wallets'
import { warn } from '../../shell/src/ops/warn'
import { write } from '../../shell/src/ops/write'
import type { Places } from '../../shell/src/places'
import { echo } from './modules'

/** The lazy chunk of the engine: what wasm-bindgen wrote, and all that a host page grants it. */
export async function loadEngine(
  wasm: WasmFile,
  places: Places,
  wallets: Wallets,
  page: Page,
): Promise<Bridge> {
  const module = await loadWasm(wasm, places)
  const ops: Ops = {
    sleep,
    now,
    random,
    read,
    write,
    remove,
    copy,
    warn,
    fetch: fetchText,
    wallets: watchWallets(wallets),
    request: requestWallet(wallets),
    events: watchEvents(wallets),
    module: askModule({ echo: echo(places) }, () => ops),
  }
  const instantiate = () => {
    const { initSync, Engine } = glue()
    initSync({ module })
    return (...start: ConstructorParameters<typeof Engine>) => new Engine(...start)
  }
  return createBridge(page, (boot, witness) => startLife({ instantiate, ops }, boot, witness))
}
