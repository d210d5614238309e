import { type AssetSources, type Attempts, assetUrls, firstOf } from '../all/assetSources'
import { wasmIsForbidden } from '../all/wasmIsForbidden'

/** A WebAssembly file. */
export interface WasmFile {
  /** `./name-<hash>.wasm` */
  file: string
  /** Its address beside the module, which bundlers follow. */
  beside: URL
  /** What it must be: `sha256-<base64>`. */
  integrity: string
  /** The first answer, where it was asked for before this code was there. */
  first?: Promise<Response> | undefined
}

/** Where Vite before 8 puts the entry while a site is developed: without the files that are not scripts. */
const optimized = '/.vite/deps/'

const advise = (tried: string) =>
  tried.includes(optimized)
    ? "Vite moved the entry away from the package's other files: set optimizeDeps: { exclude: ['latchkit'] }."
    : undefined

/** The magic number and the version. */
const smallest = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

const modules = new Map<string, Promise<WebAssembly.Module>>()

/**
 * Compiles a WebAssembly file while it comes in, once per page. Nothing is handed out before its hash
 * is checked. A 404 or something that is not WebAssembly (many servers send a page for unknown
 * addresses) leads on to the next place. Rejects with a `LatchkitLoadError`, whose code is
 * {@link wasmIsForbidden} where the page's policy forbids all WebAssembly.
 */
export function loadWasm(wasm: WasmFile, sources: AssetSources): Promise<WebAssembly.Module> {
  const known = modules.get(wasm.file)
  if (known !== undefined) return known
  const { integrity } = wasm
  const urls = assetUrls(wasm.file, sources)
  const [folder, name] = wasm.beside.href.split(optimized)
  if (name) urls.splice(1, 0, `${folder}/latchkit/dist/${name}`)
  const attempts: Attempts<WebAssembly.Module | undefined> = {}
  urls.forEach((url, index) => {
    const at = url ?? wasm.beside.href
    const first = index === 0 ? wasm.first : undefined
    attempts[at] ??= async () => compile(await answered(at, first ?? ask(at, integrity)), integrity)
  })
  const module = firstOf(wasm.file, attempts, advise).then(allowed)
  modules.set(wasm.file, module)
  module.catch(() => modules.delete(wasm.file))
  return module

  async function answered(at: string, answer: Promise<Response>): Promise<Response> {
    const { ok, status } = await answer
    const isServers = sources.serverAssetsUrl && at.startsWith(sources.serverAssetsUrl)
    const why =
      status === 404 && isServers ? ': this server holds another build of the version' : ''
    if (!ok) throw new Error(`HTTP status code: ${status}${why}`)
    return answer
  }
}

/** Pages without https have no crypto.subtle; there the browser's own check must do. */
const ask = (url: string, integrity: string) => fetch(url, crypto.subtle ? {} : { integrity })

/** Nothing where it came as it should, and the page may not compile it. */
async function compile(
  response: Response,
  integrity: string,
): Promise<WebAssembly.Module | undefined> {
  const copy = response.clone()
  // Fails for another content type than application/wasm; the bytes decide.
  const streamed = WebAssembly.compileStreaming(response).catch(() => undefined)
  const bytes = await copy.arrayBuffer()
  if (!startsAsWasm(bytes)) throw new Error('not WebAssembly')
  if (crypto.subtle && (await hashOf(bytes)) !== integrity)
    throw new Error(`of another version, its hash is not ${integrity}`)
  return (await streamed) ?? (await compileAllowed(bytes))
}

async function compileAllowed(bytes: ArrayBuffer): Promise<WebAssembly.Module | undefined> {
  try {
    return await WebAssembly.compile(bytes)
  } catch (error) {
    if (mayCompile()) throw error
    return undefined
  }
}

/**
 * Every browser words its refusal in its own way, and calls it a CompileError as it does broken bytes:
 * only a policy refuses the smallest module.
 */
function mayCompile(): boolean {
  try {
    return Boolean(new WebAssembly.Module(smallest))
  } catch {
    return false
  }
}

function allowed(module: WebAssembly.Module | undefined): WebAssembly.Module {
  if (module) return module
  const error = new Error(
    "The page's Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src.",
  )
  throw Object.assign(error, { name: 'LatchkitLoadError', code: wasmIsForbidden })
}

/** A zero byte, then "asm". */
const startsAsWasm = (bytes: ArrayBuffer): boolean =>
  bytes.byteLength > 4 && new DataView(bytes).getUint32(0) === 0x0061736d

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}
