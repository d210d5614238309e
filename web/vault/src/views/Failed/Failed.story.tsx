export const title = 'Frame.Failed'

export const states = {
  trapped: { failure: { report: 'RuntimeError: unreachable\n    at vault.wasm:0x1f2a' } },
  unloaded: { failure: { report: 'HTTP status code: 503', isUnloaded: true } },
}
