/** The glue of the modules, made anew at each call: see `web/modal/build/gluePlugin.ts`. */
declare module 'virtual:latchkit-glue/vault' {
  import type { Host, Module } from './vault'

  export function glue(): {
    initSync(from: { module: WebAssembly.Module }): unknown
    Vault: new (host: Host, boot: string) => Module
  }
}

declare module 'virtual:latchkit-glue/signer' {
  interface Signed {
    answer: string
    secret?: string
  }

  export function glue(): {
    initSync(from: { module: WebAssembly.Module }): unknown
    Signer: new () => { ask(ask: string, secret?: string): Signed }
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
