import type { Perform } from './Perform'

/** The words of an alert; those that name something take values. */
export interface AlertText {
  short(): string
  long(values: { [name: string]: string | number }): string
}

/** Tells the host's developer, as an error of the console, of something to be put right. */
export const raiseAlert =
  (texts: { readonly [name: string]: AlertText | undefined }): Perform<'alert'> =>
  ({ name, values }, { reply }) => {
    const text = texts[name]
    if (!text) return reply({ type: 'failed', reason: `there is no alert ${name}` })
    const long = text.long(values as Parameters<AlertText['long']>[0])
    console.error(`[latchkit] ${text.short()}. ${long}`)
    reply({ type: 'done' })
  }
