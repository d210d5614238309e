import { warnOnce } from '../../../shell/src/all/warnOnce'
import type { LatchkitOptions } from '../entry/options'

/** Tells the host's developer on the console, once per text and page, unless the option `debug` is false. */
export function warn({ debug }: Pick<LatchkitOptions, 'debug'>, text: string): void {
  if (debug !== false) warnOnce(text)
}
