/** An element that the page's own markup holds. Throws where the markup and the script disagree. */
export function find<Kind extends Element>(
  kind: new () => Kind,
  selector: string,
  within: ParentNode = document,
): Kind {
  const element = within.querySelector(selector)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${selector}`)
}

export const findButton = (testId: string) => find(HTMLButtonElement, `[data-testid="${testId}"]`)

export const findProbe = (testId: string, within: ParentNode = document) =>
  find(HTMLElement, `[data-testid="${testId}"]`, within)
