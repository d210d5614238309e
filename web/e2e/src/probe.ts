export type Probe = {
  /** The time since navigation at the end of the first frame that has something in it, in milliseconds. */
  drawn(selector: string): Promise<number>
}

/** Runs in the page, or in the vault's frame: what is looked for is in the modal, or in the views of the frame. */
export function installProbe() {
  const find = (selector: string) =>
    document.querySelector('latchkit-modal, latchkit-frame')?.shadowRoot?.querySelector(selector)
  const drawn = (selector: string) =>
    new Promise<number>(resolve => {
      const look = () => {
        if (!find(selector)) return requestAnimationFrame(look)
        // A message after the frame's callbacks arrives when the frame has been drawn.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        return port2.postMessage(undefined)
      }
      requestAnimationFrame(look)
    })
  Object.assign(window, { drawn })
}
