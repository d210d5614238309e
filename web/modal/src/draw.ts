const svgNamespace = 'http://www.w3.org/2000/svg'

/** An HTML element with a class and children; texts stay texts. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

/** An SVG element with attributes and children. */
export function svg(
  tag: string,
  attributes: { readonly [name: string]: string },
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS(svgNamespace, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A drawing of the kit beside a text, at 16 px. */
export const smallIcon = (path: string): SVGElement =>
  svg(
    'svg',
    { class: 'Icon small', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    svg('path', { d: path }),
  )
