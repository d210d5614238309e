import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { made, modulesOf } from './outputs.ts'

const virtual = /^virtual:latchkit-glue\/([a-z0-9]+)$/

/**
 * The path of what wasm-bindgen wrote for a module: `<name>.js`, `<name>_bg.wasm` or `<name>_late.wasm`. Throws with what to
 * do if it is not there.
 */
export function wasmOutput(name: string, suffix: '.js' | '_bg.wasm' | '_late.wasm'): string {
  const file = join(modulesOf(made), name, name + suffix)
  if (!existsSync(file))
    throw new Error(`${file} is missing: build the WebAssembly first, with \`cargo xtask web\`.`)
  return file
}

/** `virtual:latchkit-glue/<name>`: the glue of a module as a function that makes it anew at each call. */
export function gluePlugin(): Plugin {
  return {
    name: 'latchkit-glue',
    resolveId: id => (virtual.test(id) ? `\0${id}` : undefined),
    load(id) {
      const name = id[0] === '\0' && virtual.exec(id.slice(1))?.[1]
      if (!name) return
      const file = wasmOutput(name, '.js')
      this.addWatchFile(file)
      return asFunction(readFileSync(file, 'utf8'))
    },
  }
}

/**
 * wasm-bindgen's glue keeps one instance per module of JavaScript. As a function it can be started
 * again after a trap. Its finalizers are taken away: they would call into memory that has trapped, and
 * the memory goes with the instance anyway.
 */
export function asFunction(glue: string): string {
  const classes = [...glue.matchAll(/^export class (\w+)/gm)].map(([, name]) => name)
  const body = glue
    .replace(/^export (?=class |function )/gm, '')
    .replace(/^export \{[^}]*\};?$/m, '')
    .replace(/new URL\([^)]*import\.meta\.url\)/g, 'undefined')
  if (/^(export|import)\b/m.test(body) || !body.includes('function initSync('))
    throw new Error('The glue of wasm-bindgen has another shape than expected: see gluePlugin.ts.')
  return `export function glue() {
const FinalizationRegistry = undefined
${body}
return { initSync, ${classes.join(', ')} }
}`
}
