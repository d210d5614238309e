/** Where the lazy files of a package are. */
export interface AssetSources {
  /** Looked at first, if the host named it, and then instead of "beside the module". Ends with a slash. */
  assetsUrl?: string | undefined
  /** Looked at last: the operator's copy. Ends with a slash. */
  serverAssetsUrl?: string | undefined
}

/** An address and how to load from it. */
export interface Attempt<T> {
  at: string
  load(): Promise<T>
}

/** The addresses of a file in their order; nothing stands for "beside the module". */
export function assetUrls(
  file: string,
  { assetsUrl, serverAssetsUrl }: AssetSources,
): (string | undefined)[] {
  const first = assetsUrl && new URL(file, assetsUrl).href
  return serverAssetsUrl ? [first, new URL(file, serverAssetsUrl).href] : [first]
}

/**
 * The first attempt that succeeds; nothing is no attempt. Rejects with an error that says what was tried
 * and what to do, which `advise` may know better by that.
 */
export async function firstOf<T>(
  file: string,
  attempts: readonly (Attempt<T> | 0 | '' | undefined)[],
  advise?: (tried: string) => string | undefined,
): Promise<T> {
  const tried: string[] = []
  let cause: unknown
  for (const attempt of attempts) {
    if (!attempt) continue
    try {
      return await attempt.load()
    } catch (error) {
      cause = error
      tried.push(`${attempt.at} (${String(error)})`)
    }
  }
  const places = tried.join('; ')
  const advice =
    advise?.(places) ?? 'Serve the files of the package beside its entry, or set assetsUrl.'
  const error = new Error(`Could not load ${file}. ${advice} Tried: ${places}`, { cause })
  error.name = 'LatchkitLoadError'
  throw error
}
