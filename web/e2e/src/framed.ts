import { randomUUID } from 'node:crypto'
import type { Frame, Page } from '@playwright/test'

/** What came to a page of the host: by window messages, and by the channels that it opened. */
export interface Heard {
  windows: { origin: string; text: unknown }[]
  /** By the id of the HELLO that brought the channel. */
  channels: { [id: string]: string[] }
}

/** What the page keeps for a test. */
interface Kept {
  heard: Heard
  ports: { [id: string]: MessagePort }
}

type Keeping = typeof globalThis & { kept: Kept }

/** How it begins: see `crates/protocol/src/frame/handshake.rs`. */
export const helloText = (id: string): string =>
  JSON.stringify({ p: 'latchkit/frame@1', id, type: 'HELLO', payload: { version: '4' } })

/** A page that has the vault's frame in it, and opens the channel by hand. */
export class FramedVault {
  #count = 0

  constructor(
    readonly page: Page,
    readonly vault: string,
    readonly projectId: string,
  ) {}

  /** The address of the frame's page. */
  get address(): string {
    const query = { projectId: this.projectId, chainId: 'eip155:31337', version: '4' }
    return `${this.vault}/frame?${new URLSearchParams(query)}`
  }

  /** Puts the frame into the page, and waits until something came: the frame, or the browser's refusal. */
  async embed(sandbox?: string): Promise<Frame> {
    await this.page.evaluate(listen)
    await this.page.evaluate(insert, { address: this.address, sandbox })
    const element = await this.page.waitForSelector('iframe#vault')
    const frame = await element.contentFrame()
    if (!frame) throw new Error('there is no frame')
    return frame
  }

  /** Offers a channel as the modal does. Gives its id. */
  async hello(id: string = randomUUID()): Promise<string> {
    await this.page.evaluate(offer, { id, text: helloText(id), vault: this.vault })
    return id
  }

  /** Requests something by a channel. Gives the request's id. */
  async request(channel: string, type: string, payload?: object): Promise<string> {
    const id = randomUUID()
    const text = JSON.stringify({ p: 'latchkit/frame@1', id, seq: this.#count++, type, payload })
    await this.page.evaluate(say, { channel, text })
    return id
  }

  /** All that was heard so far. */
  heard(): Promise<Heard> {
    return this.page.evaluate(() => (globalThis as Keeping).kept.heard)
  }

  /** What was answered to a request so far. */
  async answer(
    channel: string,
    id: string,
  ): Promise<{ ok?: unknown; error?: unknown } | undefined> {
    const { channels } = await this.heard()
    return channels[channel]?.map(text => JSON.parse(text)).find(said => said.id === id)
  }
}

/** Has a window of somebody say HELLO to the frame, with a port. In `window` the page of the host is named as it is there. */
export const knock = (frame: Frame, host: 'parent' | 'opener', id: string): Promise<void> =>
  frame.evaluate(
    ({ host, text }) => {
      const there = globalThis[host] as Window
      const vault = there.frames[0] as Window
      vault.postMessage(text, { targetOrigin: '*', transfer: [new MessageChannel().port2] })
    },
    { host, text: helloText(id) },
  )

/** Has the frame itself remember which window messages came to it. */
export const remember = (frame: Frame): Promise<void> =>
  frame.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    addEventListener('message', ({ origin }) => seen.push(origin))
  })

/** The origins of those that came since. */
export const remembered = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => (globalThis as typeof globalThis & { seen: string[] }).seen)

// What follows runs in the page.

function listen() {
  const kept: Kept = { heard: { windows: [], channels: {} }, ports: {} }
  Object.assign(globalThis, { kept })
  addEventListener('message', ({ origin, data }) => kept.heard.windows.push({ origin, text: data }))
}

async function insert({ address, sandbox }: { address: string; sandbox?: string | undefined }) {
  const frame = document.createElement('iframe')
  Object.assign(frame, { id: 'vault', src: address, width: 360, height: 560 })
  if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox)
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
}

function offer({ id, text, vault }: { id: string; text: string; vault: string }) {
  const { heard, ports } = (globalThis as Keeping).kept
  const { port1, port2 } = new MessageChannel()
  const told: string[] = []
  // Of two by one name the first is the one that is spoken by.
  heard.channels[id] ??= told
  ports[id] ??= port1
  port1.onmessage = ({ data }) => told.push(String(data))
  const frame = document.querySelector<HTMLIFrameElement>('iframe#vault')
  frame?.contentWindow?.postMessage(text, { targetOrigin: vault, transfer: [port2] })
}

function say({ channel, text }: { channel: string; text: string }) {
  ;(globalThis as Keeping).kept.ports[channel]?.postMessage(text)
}
