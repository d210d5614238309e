const svgNamespace = 'http://www.w3.org/2000/svg'

/** An HTML element with a class and children; texts stay texts. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}

/** An SVG drawing on a grid of 20, for people who see. */
export function drawing(
  className: string,
  ...shapes: [tag: string, attributes: { readonly [name: string]: string }][]
): SVGElement {
  const whole = { class: className, viewBox: '0 0 20 20', 'aria-hidden': 'true' }
  const svg = shape('svg', whole)
  svg.append(...shapes.map(one => shape(...one)))
  return svg
}

/** A row as it will be, as `SkeletonRow` draws it. */
export const skeletonRow = (): HTMLElement =>
  html('div', 'Skeleton row', html('i', 'tile'), html('i', 'w120'))

/** An amount or an address: they read from the left in every language. */
export function isolated(text: string): HTMLElement {
  const element = html('bdi', '', text)
  element.dir = 'ltr'
  return element
}

function shape(tag: string, attributes: { readonly [name: string]: string }): SVGElement {
  const element = document.createElementNS(svgNamespace, tag)
  for (const name in attributes) element.setAttribute(name, attributes[name] ?? '')
  return element
}
