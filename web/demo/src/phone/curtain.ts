import { draw } from '../draw'
import { find } from '../page/find'

/** What stands before everything else while the phone cannot be used. */
export type Curtain = {
  readonly title: string
  readonly text: string
  readonly way: string
  readonly testId: string
  readonly go: () => void
}

export function drawCurtain(curtain: Curtain | undefined) {
  const place = find(HTMLElement, '#curtain')
  const main = [find(HTMLElement, '#stage'), find(HTMLElement, '#home')]
  for (const part of main) part.inert = curtain !== undefined
  place.hidden = curtain === undefined
  if (!curtain) return place.replaceChildren()
  const { title, text, way, testId, go } = curtain
  const button = draw(
    'button',
    { type: 'button', class: 'Button primary', 'data-testid': testId },
    way,
  )
  button.addEventListener('click', go)
  const heading = draw('h1', { tabindex: '-1' }, title)
  place.replaceChildren(heading, draw('p', {}, text), button)
  heading.focus()
}
