import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import packageJson from '../package.json' with { type: 'json' }
import { namespaces } from '../src/generated/namespaces.ts'
import { bundle, minified, withoutHints } from './bundle.ts'
import { declarations } from './declarations.ts'
import { noteForeign, writeForeign } from './foreign.ts'
import { wasmOutput } from './gluePlugin.ts'
import { viewsInParts } from './viewsInParts.ts'

type LazyFile = { name: string; source: string | Uint8Array }

/**
 * The lazy files, and the records of them: `Chunk` in `loadChunk.ts`, `WasmFile` in `loadWasm.ts`. A file
 * that names another comes after it.
 */
async function lazyFiles(): Promise<{ files: LazyFile[]; words: Words }> {
  const files: LazyFile[] = []
  const words: Words = {}
  const add = (word: string, extension: string, source: string | Uint8Array) => {
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
    const name = `${word.toLowerCase()}-${hash}.${extension}`
    files.push({ name, source })
    return { file: JSON.stringify(`./${name}`), integrity: JSON.stringify(integrityOf(source)) }
  }
  const script = (word: string, code: string) => {
    const { file, integrity } = add(word, 'js', withNames(code, words))
    words[`__${word}__`] = `{file:${file},integrity:${integrity},beside:()=>import(${file})}`
  }
  const wasm = (word: string, path: string) => {
    const { file, integrity } = add(word, 'wasm', readFileSync(path))
    words[`__${word}_WASM__`] = `{file:${file},beside:new URL(${file},import.meta.url)}`
    words[`__${word}_WASM_INTEGRITY__`] = integrity
  }
  const group = async (word: string, entry: string) => {
    script(word, await bundle(`src/${entry}`))
  }
  for (const name of [...namespaces.filter(name => name !== 'eip155'), 'safe'])
    await group(name.toUpperCase(), `namespaces/${name}.ts`)
  await group('WALLETS', 'lazy/bundledWallets.ts')
  wasm('WALLETCONNECT', wasmOutput('walletconnect', '_bg.wasm'))
  await group('WALLETCONNECT', 'walletconnect/walletconnect.ts')
  wasm('SPEND', wasmOutput('spend', '_bg.wasm'))
  await group('SPEND', 'spend/spend.ts')
  wasm('EMBEDDED', wasmOutput('embedded', '_bg.wasm'))
  await group('EMBEDDED', 'embedded/embedded.ts')
  wasm('ENGINE', wasmOutput('engine', '_bg.wasm'))
  wasm('LATE', wasmOutput('engine', '_late.wasm'))
  await group('ENGINE', 'engine/engine.ts')
  const [views, lazy, spend, entry] = await viewsInParts(
    ['element.tsx', 'lazyViews.ts', 'spendViews.ts', 'entryViews.ts'].map(
      name => `src/views/${name}`,
    ),
  )
  script('SPEND_VIEWS', `${spend}`)
  script('ENTRY_VIEWS', `${entry}`)
  script('LAZY_VIEWS', `${lazy}`)
  script('VIEWS', `${views}`)
  return { files, words }
}

/** What stands in the source, and the code that is written in its place. */
type Words = Record<string, string>

/**
 * Completes the entry to the package: builds the lazy files and writes their names and hashes into it,
 * `react.js`, `networks.js` and `vue.js` over it, `integrity.json` and the declarations beside it.
 */
export function packagePlugin(): Plugin {
  let lazy: Awaited<ReturnType<typeof lazyFiles>>
  return {
    name: 'latchkit-package',
    async buildStart() {
      lazy = await lazyFiles()
    },
    async generateBundle(_, bundled) {
      const entry = bundled['latchkit.js']
      if (entry?.type !== 'chunk') throw new Error('there is no latchkit.js in the build')
      noteForeign(entry.moduleIds)
      entry.code = withNames(await minified(withoutHints(entry.code)), lazy.words)
      const react = await bundle('src/react/react.tsx', {
        imports: {
          react: 'react',
          'react/jsx-runtime': 'react/jsx-runtime',
          '../entry/main': './latchkit.js',
        },
      })
      const networks = await bundle('src/generated/builtIn.ts')
      const files = [
        ...lazy.files,
        { name: 'react.js', source: react },
        { name: 'networks.js', source: networks },
        // Types only, which a host may import as a statement.
        { name: 'vue.js', source: 'export {}\n' },
      ]
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: name, source })
      const hashed = [...files, { name: 'latchkit.js', source: entry.code }]
      const table = Object.fromEntries(
        hashed.map(({ name, source }) => [name, integrityOf(source)]),
      )
      const source = JSON.stringify({ version: packageJson.version, files: table }, undefined, 2)
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source: `${source}\n` })
      writeForeign('bundled.json')
      for (const declaration of declarations()) this.emitFile({ type: 'asset', ...declaration })
    },
  }
}

const integrityOf = (source: string | Uint8Array) =>
  `sha256-${createHash('sha256').update(source).digest('base64')}`

/** Puts records where the source has words, with literals that a host's bundler can follow. */
function withNames(code: string, words: Words): string {
  const named = Object.entries(words).reduce(
    (text, [word, record]) => text.replaceAll(word, record),
    code,
  )
  // Turbopack fails for an address that it cannot read, whether or not anybody goes there.
  const [unread] = /new URL\((?!"[^"]*")[^)]*import\.meta\.url/.exec(named) ?? []
  if (unread) throw new Error(`bundlers cannot follow ${unread}: build the address as text`)
  return named
}
