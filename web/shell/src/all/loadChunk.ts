import { type AssetSources, type Attempts, firstOf } from './assetSources'

/** A lazy chunk, as the build writes it. */
export interface Chunk<T> {
  /** `./name-<hash>.js` */
  file: string
  /** What it must be: `sha256-<base64>`. */
  integrity: string
  /** The literal `import()` that bundlers follow. */
  beside(): Promise<T>
}

/** The files that did not come, as often as that was. */
const failures: { [file: string]: number } = {}

/**
 * Imports a lazy chunk. Only what comes from another place than beside the module is hash-checked, since
 * a bundler may have rewritten the chunk there; where that cannot be done, nothing comes from elsewhere. Browsers may remember a failed import by its address, so
 * a second try has another one. Rejects with a `LatchkitLoadError`.
 */
export async function loadChunk<T>(
  { file, integrity, beside }: Chunk<T>,
  { assetsUrl, serverAssetsUrl }: AssetSources,
): Promise<T> {
  const failed = failures[file] ?? 0
  failures[file] = failed + 1
  const attempts: Attempts<T> = {}
  const tryIn = (folder: string) => {
    const url = new URL(file, folder).href
    attempts[url] = () => importChecked(url, integrity)
  }
  if (assetsUrl) tryIn(assetsUrl)
  else attempts['beside the module'] = beside
  // As text: Turbopack takes `new URL(…, import.meta.url)` for a file that it has to find.
  const again = `${import.meta.url.replace(/[^/]*$/, file)}?try=${failed}`
  if (failed) attempts[again] = () => importFrom(again)
  if (serverAssetsUrl) tryIn(serverAssetsUrl)
  const loaded = await firstOf(file, attempts)
  failures[file] = 0
  return loaded
}

/** Preloading is the only way to have the browser check what `import()` gets. */
async function importChecked<T>(url: string, integrity: string): Promise<T> {
  const link = document.createElement('link')
  const rel = 'modulepreload'
  if (!link.relList.supports(rel)) throw new Error('it cannot be checked')
  await new Promise((onload, fail) => {
    const onerror = () => fail(new Error('missing or changed'))
    Object.assign(link, { rel, href: url, integrity, crossOrigin: 'anonymous', onload, onerror })
    document.head.append(link)
  }).finally(() => link.remove())
  return importFrom(url)
}

const importFrom = <T>(url: string): Promise<T> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ url)
