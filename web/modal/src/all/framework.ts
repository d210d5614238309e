const key = Symbol.for('latchkit.framework')
const page = globalThis as { [key]?: string }

/** What the page is made with, which the operator's server is told: `html`, unless a part of the package knows better. */
export const framework = (): string => page[key] ?? 'html'

/** Says what the page is made with; where there is no page, nobody is told. */
export function setFramework(name: string): void {
  if (globalThis.document) page[key] = name
}
