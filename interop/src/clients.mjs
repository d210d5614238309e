/** The two JS clients: 2.17.1 speaks the classic frames, 2.21.8 the bundled ones. */

import { createRequire } from 'node:module'

// One process plays both peers; later versions share one core unless told otherwise.
process.env.DISABLE_GLOBAL_CORE = 'true'

// Both ask a service of their maker whether pages are who they say they are, and wait for it up to 5 s each
// time. They do without where nobody answers, and no test waits for somebody else's machine.
globalThis.fetch = async url => {
  throw new TypeError(`Nothing but the relay is asked in tests: ${url}`)
}

const load = createRequire(import.meta.url)
const packages = { '2.17.1': 'sign-client-2.17.1', '2.21.8': '@walletconnect/sign-client' }

export const VERSIONS = Object.keys(packages)

/** A package that `version` itself uses, such as `@walletconnect/utils`. */
export const partOf = (version, name) => createRequire(load.resolve(packages[version]))(name)

/** What a page or an app keeps. Handed to the next client, it has been restarted. */
export class Memory {
  #items = new Map()
  getKeys = async () => [...this.#items.keys()]
  getEntries = async () => [...this.#items].map(([key, text]) => [key, JSON.parse(text)])
  getItem = async key => {
    const text = this.#items.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  }
  setItem = async (key, value) => {
    this.#items.set(key, JSON.stringify(value))
  }
  removeItem = async key => {
    this.#items.delete(key)
  }
}

/** Starts a client. `name` becomes its metadata; `storage` is that of its last life. */
export const startClient = (version, { relayUrl, name, storage = new Memory(), projectId }) =>
  load(packages[version]).SignClient.init({
    relayUrl,
    projectId,
    storage,
    telemetryEnabled: false,
    logger: 'silent',
    metadata: metadataOf(name),
  })

export const metadataOf = name => ({
  name,
  description: `${name} of the tests`,
  url: `https://${name}.example`,
  icons: [`https://${name}.example/icon.png`],
})

/** Looks until something is so. */
export const until = async is => {
  while (!(await is())) {
    await new Promise(resolve => {
      setTimeout(resolve, 5)
    })
  }
}

/**
 * Ends a client's life as a closed tab does: nothing is said to anybody. With something still to be
 * said it would open its socket again, in the same process.
 */
export const stopClient = async client => {
  await until(() => client.core.relayer.publisher.queue.size === 0)
  client.core.heartbeat.stop()
  client.core.heartbeat.events.removeAllListeners()
  await client.core.relayer.transportClose()
}

/** The next `name` that a client tells. */
export const nextEvent = (client, name) =>
  new Promise(resolve => {
    client.once(name, resolve)
  })
