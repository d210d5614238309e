import { minify } from 'terser'
import { type BuildOptions, build, type Plugin, type Rolldown } from 'vite'
import { textPlugin } from '../src/text/compile.ts'
import { noteForeign } from './foreign.ts'
import { gluePlugin } from './gluePlugin.ts'
import { stylesPlugin } from './stylesPlugin.ts'

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

type OutputOptions = Rolldown.OutputOptions

/** What every file of the package may import. */
export const plugins = (): Plugin[] => [textPlugin(), stylesPlugin(), gluePlugin()]

export const define = { 'process.env.NODE_ENV': '"production"' }

/** Comments are dropped, but those that tell a host's bundler to leave an `import()` alone. */
export const output = {
  minify: true,
  comments: { annotation: true, legal: false, jsdoc: false },
} as const

/** Takes away hints for the tree shaking of other bundlers: there is nothing left to shake off. */
export const withoutHints = (code: string): string =>
  code.replace(/(\w?)\/\* @__PURE__ \*\/ /g, (_, before) => before && `${before} `)

/** Two percent smaller than what the bundler makes, at a second for 30 kB; hints for bundlers stay. */
export async function minified(code: string): Promise<string> {
  const { code: smaller } = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { passes: 3, directives: false },
    format: { comments: /@vite-ignore|webpackIgnore/ },
  })
  return smaller ?? code
}

/**
 * Builds one file of the package and all it imports, and returns its text. What `imports` lists stays an
 * import, from the address given there.
 */
export async function bundle(
  entry: string,
  { imports = {}, banner = '' }: { imports?: Record<string, string>; banner?: string } = {},
): Promise<string> {
  const paths = (id: string) => imports[id.replace(EXTERNAL, '')] ?? id
  const { code } = await bundled(entry, [externalPlugin(imports)], { banner, paths })
  return minified(code)
}

/** Builds one file with further plugins, as a module or as a script; tells which modules are in it. */
export async function bundled(
  entry: string,
  morePlugins: Plugin[],
  { format = 'es', ...moreOutput }: OutputOptions & { format?: 'es' | 'iife' } = {},
): Promise<{ code: string; modules: string[] }> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define,
    plugins: [...plugins(), ...morePlugins],
    build: {
      ...settings,
      write: false,
      lib: { entry, formats: [format], name: 'bundle', fileName: 'bundle' },
      rolldownOptions: { output: { ...output, codeSplitting: false, ...moreOutput } },
    },
  })
  const chunks = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  const [chunk, ...others] = chunks.filter(one => one.type === 'chunk')
  if (!chunk || others.length > 0) throw new Error(`${entry} was not built to one file`)
  noteForeign(chunk.moduleIds)
  return { code: withoutHints(chunk.code), modules: chunk.moduleIds }
}

/** Keeps the bundler from making a path out of a relative name. */
const EXTERNAL = 'external:'

const externalPlugin = (imports: Record<string, string>): Plugin => ({
  name: 'latchkit-external',
  enforce: 'pre',
  resolveId: source => (imports[source] ? { id: EXTERNAL + source, external: true } : undefined),
})
