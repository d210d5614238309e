/** The `code` of the error that tells that the policy of the page forbids WebAssembly. */
export const wasmIsForbidden = 'policy'
