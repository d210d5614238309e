import type * as Package from '../../modal/src/entry/main'
import type * as Networks from '../../modal/src/generated/builtIn'

export type { Eip1193Provider, Latchkit } from '../../modal/src/entry/main'

const ADDRESS = '/latchkit/latchkit.js'
const NETWORKS = '/latchkit/networks.js'

/**
 * The package, from its address at run time and never bundled, as for a host that takes it from a
 * script or a content network. Only its types are known here.
 */
export const loadLatchkit = (): Promise<typeof Package> => import(/* @vite-ignore */ ADDRESS)

/** The built-in networks, likewise. */
export const loadNetworks = (): Promise<typeof Networks> => import(/* @vite-ignore */ NETWORKS)
