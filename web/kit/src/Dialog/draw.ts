import { colourOf } from '../Avatar/colourOf.ts'

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

/** A path on a grid of 20, for people who see. */
export function drawing(className: string, d: string): SVGElement {
  const whole = { class: className, viewBox: '0 0 20 20', 'aria-hidden': 'true' }
  const svg = shape('svg', whole)
  svg.append(shape('path', { d }))
  return svg
}

/** So many rows as they will be, as `SkeletonRow` draws them. */
export const skeletonRows = (length = 0): HTMLElement[] =>
  Array.from({ length }, () => html('div', 'Skeleton row', html('i', 'tile'), html('i', 'w120')))

/** Somebody else's image: it tells nobody of the page, and what is broken goes. */
export function image(src: string, className?: string): HTMLImageElement {
  const element = html('img', className)
  const onerror = () => element.remove()
  return Object.assign(element, { alt: '', referrerPolicy: 'no-referrer', onerror, src })
}

/** What an address looks like, as `Avatar` draws it. */
export function face(address: string): HTMLElement {
  const element = html('i', 'Avatar')
  element.style.setProperty('--lk-face', colourOf(address))
  return element
}

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
