import { join } from 'node:path'

/** `quick` is what `cargo demo` shows, `release` what visitors get. */
export type Build = 'quick' | 'release'

const root = join(import.meta.dirname, '../../..')

/** Where `cargo xtask web` leaves the WebAssembly modules of a build. */
export const modulesOf = (build: Build) => join(root, 'target/web', build)

/** Where the package around them is written. */
export const packageOf = (build: Build) =>
  build === 'release' ? join(root, 'web/modal/dist') : join(modulesOf(build), 'package')

/** Where the page of the vault's frame is written. */
export const frameOf = (build: Build) =>
  build === 'release' ? join(root, 'web/vault/dist') : join(modulesOf(build), 'frame')

/** The build that is made now. */
export const made: Build = process.env.LATCHKIT_BUILD === 'release' ? 'release' : 'quick'
