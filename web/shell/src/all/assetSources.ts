/** Where the lazy files of a package are. */
export interface AssetSources {
  /** Looked at first, if the host named it, and then instead of "beside the module". Ends with a slash. */
  assetsUrl?: string | undefined
  /** Looked at last: the operator's copy. Ends with a slash. */
  serverAssetsUrl?: string | undefined
}

/** How to load from an address, by address, in their order. */
export type Attempts<T> = { [at: string]: () => Promise<T> }

/** The addresses of a file in their order; nothing stands for "beside the module". */
export function assetUrls(
  file: string,
  { assetsUrl, serverAssetsUrl }: AssetSources,
): (string | undefined)[] {
  const first = assetsUrl && new URL(file, assetsUrl).href
  return serverAssetsUrl ? [first, new URL(file, serverAssetsUrl).href] : [first]
}

/**
 * The first attempt that succeeds. Rejects with an error that says what was tried and what to do, which
 * `advise` may know better by that.
 */
export async function firstOf<T>(
  file: string,
  attempts: Attempts<T>,
  advise?: (tried: string) => string | undefined,
): Promise<T> {
  const tried: string[] = []
  let cause: unknown
  for (const [at, load] of Object.entries(attempts)) {
    try {
      return await load()
    } catch (error) {
      cause = error
      tried.push(`${at} (${String(error)})`)
    }
  }
  const places = tried.join('; ')
  const advice = advise?.(places) ?? 'Serve all files of the package, or set assetsUrl.'
  const error = new Error(`Could not load ${file}. ${advice} Tried: ${places}`, { cause })
  error.name = 'LatchkitLoadError'
  throw error
}
