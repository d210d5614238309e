/** The glue of the modules, made anew at each call: see `web/modal/build/gluePlugin.ts`. */
declare module 'virtual:latchkit-glue/vault' {
  import type { Host, Module } from './vault'

  export function glue(): {
    initSync(from: { module: WebAssembly.Module }): unknown
    Vault: new (host: Host, boot: string) => Module
  }
}

declare module 'virtual:latchkit-glue/signer' {
  export function glue(): {
    initSync(from: { module: WebAssembly.Module }): unknown
    /** Gives the answer and, where there is one, the secret beside it. */
    Signer: new () => { ask(ask: string, secret?: string): string[] }
  }
}

declare module '*.wasm?url' {
  const url: string
  export default url
}

declare module '*?worker&url' {
  const url: string
  export default url
}
