import type { Perform } from '../../../shell/src/ops/Perform'

/** How much is kept, in bytes of UTF-8. */
const mostBytes = 1_024_000
/** How much of a line stands on the console, which keeps what it shows, in characters. */
const longestLine = 4096

/**
 * What the frame refuses stands on its console, with when, and the newest {@link mostBytes} of that stay in `log`. Nothing
 * else is logged, and no secret is ever in a refusal: the page around reads it.
 */
export function logged(send: Perform<'send'>, log: string[]): Perform<'send'> {
  let bytes = 0
  return (op, way) => {
    if (JSON.parse(op.text).error) {
      const line = `${new Date().toISOString()} ${op.text}`
      console.error('[latchkit]', line.slice(0, longestLine))
      bytes += sizeOf(line)
      log.push(line)
      while (bytes > mostBytes) bytes -= sizeOf(log.shift() ?? '')
    }
    return send(op, way)
  }
}

const sizeOf = (line: string) => new Blob([line]).size
