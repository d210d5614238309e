/** What the page's buttons and the first frame say, unless the host has other words. */
export { default as english } from 'virtual:latchkit-text/en/page'

/** Puts values where a message names them in braces. */
export const fill = (message: string, values: { [name: string]: string }): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
