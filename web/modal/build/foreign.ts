import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { made, modulesOf } from './outputs.ts'

const root = resolve(import.meta.dirname, '../../..')
const ofPackage = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/
const folders = new Set<string>()

/** Remembers which packages of others these modules of a file of ours are from. */
export function noteForeign(modules: readonly string[]) {
  for (const id of modules) {
    const [folder] = ofPackage.exec(id) ?? []
    if (folder) folders.add(relative(root, folder))
  }
}

/** Leaves the list to `crates/xtask/src/papers/parts.rs`, which finds their licences. */
export function writeForeign(name: 'bundled.json' | 'bundled_frame.json') {
  const folder = modulesOf(made)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), JSON.stringify([...folders].sort()))
}
