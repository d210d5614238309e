/** The glue of the module, made anew at each call: see `build/gluePlugin.ts`. */
declare module 'virtual:latchkit-glue/embedded' {
  import type { Host } from '../../../shell/src/engine/Engine'
  import type { Module } from '../../../shell/src/ops/module'

  export function glue(): {
    initSync(from: { module: WebAssembly.Module }): unknown
    Module: new (host: Host) => Module
  }
}
