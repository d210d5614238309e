/** What wasm-bindgen wrote, as a function: each call has its own memory, so that a trap ends one only. */
declare module 'virtual:latchkit-glue/engine' {
  export function glue(): {
    initSync(source: { module: WebAssembly.Module }): WebAssembly.Exports
    Engine: new (
      host: import('../../../shell/src/engine/Engine').Host,
      boot: string,
    ) => import('../../../shell/src/engine/Engine').Engine
  }
}
