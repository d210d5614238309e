/** What is told of a trap. */
export interface Trap {
  errorType: string
  errorMessage: string
  stackTrace?: string
}

/** More than it takes to find the place. */
const mostFrames = 20

/**
 * What may be told of a thrown error: its name, the words that the browser itself has for a trap of
 * WebAssembly, and the places in the stack by names of files. Not other words, which may quote what
 * somebody typed or owns, and no address of a page.
 */
export function trapOf(thrown: unknown): Trap {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error('')
  const errorMessage = thrown instanceof WebAssembly.RuntimeError ? message : ''
  const frames = framesOf((stack ?? '').replace(message, '')).slice(0, mostFrames)
  const stackTrace = frames.map(withoutAddresses).join('\n')
  return { errorType: name, errorMessage, ...(stackTrace && { stackTrace }) }
}

/** `at name (address:1:2)`, or in Firefox and Safari `name@address:1:2`. */
function framesOf(stack: string): string[] {
  const lines = stack.split('\n')
  const frames = lines.filter(line => /^\s*at /.test(line))
  return frames.length > 0 ? frames : lines.filter(line => line.includes('@'))
}

/** What follows the path of an address, up to the place in the file. */
const query = /[?#].*?(?=(:wasm-function\[\d+\])?(:(0x)?[\da-f]+){0,2}$)/

/** Of each address the name of its file, and the place in it. */
const withoutAddresses = (frame: string): string =>
  frame
    .trim()
    .replace(/\b(data|blob):[^\s)]*/g, '$1')
    .replace(/[a-z][\w+.-]*:\/\/[^\s)]*/gi, url => url.replace(query, '').replace(/^.*\//, ''))
