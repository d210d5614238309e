import type { Chunk } from '../../../shell/src/all/loadChunk'

/** Loads a lazy file of the package from where the others come from. */
export type LoadPart = <T>(chunk: Chunk<T>) => Promise<T>
