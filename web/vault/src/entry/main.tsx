import signerWasm from 'signer.wasm?url'
import vaultWasm from 'vault.wasm?url'
import { glue } from 'virtual:latchkit-glue/vault'
import { createStore } from '../../../shell/src/entry/store'
import { copy } from '../../../shell/src/ops/copy'
import { fetchText } from '../../../shell/src/ops/fetch'
import { createLines } from '../../../shell/src/ops/lines'
import { now } from '../../../shell/src/ops/now'
import type { Ops } from '../../../shell/src/ops/Perform'
import { watchPresence } from '../../../shell/src/ops/presence'
import { random } from '../../../shell/src/ops/random'
import { seal, unseal } from '../../../shell/src/ops/seal'
import { createSecrets } from '../../../shell/src/ops/secrets'
import { sleep } from '../../../shell/src/ops/sleep'
import { warn } from '../../../shell/src/ops/warn'
import packageJson from '../../package.json' with { type: 'json' }
import { type FrameIntent, type FrameState, initialState } from '../all/state'
import { tongueOf } from '../all/tongue'
import { bootOf, takeReview } from '../engine/boot'
import { loadModule } from '../engine/loadModule'
import { runVault } from '../engine/vault'
import { startSigner } from '../engine/worker'
import { createSigner } from '../ops/askSigner'
import { createDoorway } from '../ops/doorway'
import { logged } from '../ops/logged'
import { openWindow } from '../ops/openWindow'
import { passkey } from '../ops/passkey'
import { createProofs } from '../ops/prove'
import { createSecretPlaces, secretSlots } from '../ops/show'
import { closeWhenDecided, drawFrame } from '../views/draw'

/** The frame: a page of the vault's own origin, in a page of a host. */
const asked = new URLSearchParams(location.search)
const languages = [asked.get('language') ?? [], navigator.languages].flat()
const tongue = tongueOf(languages)
const isFramed = window.parent !== window
/** What is approved in it, where it is a window of its own. */
const review = isFramed ? undefined : takeReview(location)
const places = createSecretPlaces(secretSlots)
const lines = createLines()
/** What was refused, where the page around asks that it be kept. It is read in the frame's console. */
const log: string[] = []
const isLogged = asked.get('enableLogger') === 'true'
if (isLogged) Object.assign(window, { latchkitLog: log })

/** What a person does before the module is there. */
const early: FrameIntent[] = []
let dispatch = (intent: FrameIntent): void => void early.push(intent)

const store = createStore<FrameState, FrameIntent>(initialState, intent => dispatch(intent))

const ops: Ops = {
  ...createSecrets(),
  ...createDoorway(lines, isFramed ? window.parent : null),
  send: isLogged ? logged(lines.send, log) : lines.send,
  askSigner: createSigner({ load: () => loadModule(signerWasm), start: startSigner }),
  prove: createProofs(),
  openWindow,
  passkey,
  seal,
  unseal,
  show: places.show,
  copy,
  fetch: fetchText,
  now,
  random,
  sleep,
  tab: watchPresence,
  warn,
}

async function start() {
  const module = await loadModule(vaultWasm)
  const boot = bootOf(document, location, languages[0] ?? tongue, packageJson.version, review)
  dispatch = runVault({
    start(host) {
      const { initSync, Vault } = glue()
      initSync({ module })
      return new Vault(host, JSON.stringify(boot))
    },
    ops,
    store,
  })
  for (const intent of early.splice(0)) dispatch(intent)
}

start().catch((error: unknown) => {
  console.error('[latchkit]', error)
  store.publish('failure', { report: String(error), isUnloaded: true })
})
const kind = isFramed ? 'frame' : review === undefined ? 'alone' : 'window'
drawFrame(store, { tongue, kind, places })
if (kind === 'window') closeWhenDecided(store)
