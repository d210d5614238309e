import { type AssetSources, assetUrls, firstOf } from './assetSources'

/** A lazy chunk: its name (`./name-<hash>.js`), and the literal `import()` that bundlers follow. */
export interface Chunk<T> {
  file: string
  beside(): Promise<T>
}

const failures = new Map<string, number>()

/**
 * Imports a lazy chunk. Only what comes from another place than beside the module is hash-checked, since
 * a bundler may have rewritten the chunk there; where that cannot be done, nothing comes from elsewhere. Browsers may remember a failed import by its address, so
 * a second try has another one. Rejects with a `LatchkitLoadError`.
 */
export async function loadChunk<T>({ file, beside }: Chunk<T>, sources: AssetSources): Promise<T> {
  const failed = failures.get(file)
  const imports = assetUrls(file, sources).map(url => ({
    at: url ?? 'beside the module',
    load: () => (url ? importChecked<T>(url, sources.integrity[file]) : beside()),
  }))
  // As text: Turbopack takes `new URL(…, import.meta.url)` for a file that it has to find.
  const again = `${import.meta.url.replace(/[^/]*$/, '')}${file.slice(2)}?try=${failed}`
  if (failed) imports.splice(1, 0, { at: again, load: () => importFrom<T>(again) })
  try {
    return await firstOf(file, imports)
  } catch (error) {
    failures.set(file, (failed ?? 0) + 1)
    throw error
  }
}

/** Preloading is the only way to have the browser check what `import()` gets. */
async function importChecked<T>(url: string, integrity: string | undefined): Promise<T> {
  const link = document.createElement('link')
  const rel = 'modulepreload'
  if (!integrity || !link.relList.supports(rel)) throw new Error('this browser cannot check it')
  await new Promise((onload, fail) => {
    const onerror = () => fail(new Error('missing or changed'))
    Object.assign(link, { rel, href: url, integrity, crossOrigin: 'anonymous', onload, onerror })
    document.head.append(link)
  }).finally(() => link.remove())
  return importFrom(url)
}

const importFrom = <T>(url: string): Promise<T> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ url)
