/**
 * What the journeys need of a browser. An engine is one that runs, a visit is a profile without a past,
 * with one window in it.
 */
export type Engine = {
  visit(): Promise<Visit>
  stop(): Promise<void>
}

export type Visit = {
  readonly window: BrowserWindow
  /** The windows that pages have opened and that are still there. */
  opened(): Promise<readonly BrowserWindow[]>
  /** Errors and warnings of every page so far, where the driver tells of them: WebKit's does not. */
  readonly heard: readonly string[]
  /** What of it is no failure. */
  readonly expected: RegExp[]
  end(): Promise<void>
}

export type BrowserWindow = {
  goto(address: string): Promise<void>
  reload(): Promise<void>
  /** Has the page work out `what` of an element; `undefined` when it is not there. */
  read<Value>(target: Target, what: (element: HTMLElement) => Value): Promise<Value | undefined>
  /** Clicks an element that is there, as a mouse does. */
  click(target: Target): Promise<void>
}

/** An element: CSS selectors, each within the shadow root of the one before, and the text it has. */
export type Target = { readonly path: readonly string[]; readonly text?: string }

/** For messages. */
export const nameOf = ({ path, text }: Target) =>
  text === undefined ? path.join(' › ') : `${path.join(' › ')} “${text}”`

/** `read` as an expression for the page. Neither function knows anything but its argument. */
export const expressionOf = (target: Target, what: (element: HTMLElement) => unknown) =>
  `(element => element && (${what})(element))((${find})(${JSON.stringify(target)}))`

function find({ path, text }: Target): Element | undefined {
  let found: Element[] = []
  let scope: ParentNode | null | undefined = document
  for (const selector of path) {
    found = [...(scope?.querySelectorAll(selector) ?? [])]
    scope = found[0]?.shadowRoot
  }
  return found.find(element => text === undefined || element.textContent?.trim() === text)
}
