import { type BuildOptions, build, type Plugin } from 'vite'
import { textPlugin } from '../src/text/compile.ts'
import { gluePlugin } from './gluePlugin.ts'

const root = import.meta.dirname.replace(/\/build$/, '')

/** How every file of the package is built: modern, small, React as in production. */
export const settings: BuildOptions = {
  target: 'es2022',
  // Where `light-dark()`, `:dir()` and nesting are known, they are not spelled out.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  minify: 'oxc',
  reportCompressedSize: false,
  copyPublicDir: false,
}

/** What every file of the package may import. */
export const plugins = (): Plugin[] => [textPlugin(), gluePlugin()]

export const define = { 'process.env.NODE_ENV': '"production"' }

/** Comments are dropped, but those that tell a host's bundler to leave an `import()` alone. */
export const output = {
  minify: true,
  comments: { annotation: true, legal: false, jsdoc: false },
} as const

/** Takes away hints for the tree shaking of other bundlers: there is nothing left to shake off. */
export const withoutHints = (code: string): string =>
  code.replace(/(\w?)\/\* @__PURE__ \*\/ /g, (_, before) => before && `${before} `)

/**
 * Builds one file of the package and all it imports, and returns its text. What `imports` lists stays an
 * import, from the address given there.
 */
export async function bundle(
  entry: string,
  { imports = {}, banner = '' }: { imports?: Record<string, string>; banner?: string } = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define,
    plugins: [...plugins(), externalPlugin(imports)],
    build: {
      ...settings,
      write: false,
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      rolldownOptions: {
        output: {
          ...output,
          banner,
          codeSplitting: false,
          paths: id => imports[id.replace(EXTERNAL, '')] ?? id,
        },
      },
    },
  })
  const chunks = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  const [chunk, ...others] = chunks.filter(one => one.type === 'chunk')
  if (!chunk || others.length > 0) throw new Error(`${entry} was not built to one file`)
  return withoutHints(chunk.code)
}

/** Keeps the bundler from making a path out of a relative name. */
const EXTERNAL = 'external:'

const externalPlugin = (imports: Record<string, string>): Plugin => ({
  name: 'latchkit-external',
  enforce: 'pre',
  resolveId: source => (imports[source] ? { id: EXTERNAL + source, external: true } : undefined),
})
