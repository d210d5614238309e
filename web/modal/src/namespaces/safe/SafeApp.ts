import { at, isObject, textAt } from '../../all/stranger'
import type { Fields } from '../WalletAdapter'

/** The version of the Safe Apps protocol that is spoken: https://docs.safe.global/apps-sdk-overview. */
const sdkVersion = '9.1.0'

/** The Safe app that the page is inside of. */
export interface SafeApp {
  ask(method: string, params?: object): Promise<unknown>
  /** Asks the app's node. */
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
}

/**
 * Speaks with the Safe app by messages. They go to the window `app` only while it is at exactly this
 * origin, and answers from any other window or origin are not listened to.
 */
export function safeApp(app: Pick<Window, 'postMessage'>, origin: string): SafeApp {
  const waiting = new Map<string, { resolve(data: unknown): void; reject(error: Error): void }>()

  function hear(event: MessageEvent<unknown>) {
    if (event.source !== app || event.origin !== origin) return
    const id = textAt(event.data, 'id') ?? ''
    const asked = waiting.get(id)
    waiting.delete(id)
    if (at(event.data, 'success') === true) asked?.resolve(at(event.data, 'data'))
    else asked?.reject(new Error(textAt(event.data, 'error') ?? 'The Safe gave no reason'))
    if (waiting.size === 0) removeEventListener('message', hear)
  }

  function ask(method: string, params: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = String(Math.random()).slice(2)
      waiting.set(id, { resolve, reject })
      addEventListener('message', hear)
      app.postMessage({ id, method, params, env: { sdkVersion } }, origin)
    })
  }

  return { ask, rpc: (method, params) => ask('rpcCall', { call: method, params }) }
}

/** The fields of what may be an object. */
export const fields = (value: unknown): Fields => (isObject(value) ? (value as Fields) : {})
