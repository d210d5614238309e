/** The glue of the phone's module: see `web/modal/build/gluePlugin.ts`. */
declare module 'virtual:latchkit-glue/phone' {
  type Module = {
    dispatch(intent: string): void
    reply(id: number, reply: string): void
  }

  export function glue(): {
    initSync(from: { module: WebAssembly.Module }): unknown
    Phone: new (host: object) => Module
  }
}
