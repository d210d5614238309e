import { draw } from '../draw'

export type Fact = readonly [term: string, detail: Node | string]

/** Rows of term and detail on one surface. */
export const drawFacts = (...facts: readonly (Fact | undefined)[]): HTMLElement =>
  draw(
    'dl',
    { class: 'Facts' },
    ...facts.flatMap(fact =>
      fact ? [draw('div', {}, draw('dt', {}, fact[0]), draw('dd', {}, fact[1]))] : [],
    ),
  )

/** A detail that arrives later; a dash where it cannot be known. */
export function drawLater(text: Promise<string>): HTMLElement {
  const detail = draw('span', { class: 'later', 'aria-busy': 'true' })
  const show = (known: string) => {
    detail.removeAttribute('aria-busy')
    detail.textContent = known
  }
  text.then(show, () => show('–'))
  return detail
}
