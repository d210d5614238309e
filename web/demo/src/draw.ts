type Attributes = Readonly<Record<string, string | boolean>>
type Child = Node | string | undefined

/** A new element. `true` sets an empty attribute, `false` leaves it out; strings become text, never markup. */
export function draw<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), attributes, children)
}

/** A custom element, known by its name only. */
export const drawCustom = (tag: `${string}-${string}`, attributes: Attributes = {}): HTMLElement =>
  fill(document.createElement(tag), attributes, [])

function fill<Kind extends HTMLElement>(
  element: Kind,
  attributes: Attributes,
  children: readonly Child[],
): Kind {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter(child => child !== undefined))
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** An icon of stroked paths on a grid of 20; decorative, so hidden from assistive technology. */
export function drawIcon(...paths: readonly string[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'Icon')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of paths) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}
