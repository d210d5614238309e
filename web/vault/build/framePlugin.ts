import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { compileTable, type Table } from '../../modal/src/text/message.ts'
import { pseudo } from '../../modal/src/text/pseudo.ts'
import { type FrameChunk, filesOf, namesIn } from './chunks.ts'

const web = join(import.meta.dirname, '../..')
const kitStyles = join(web, 'kit/src/styles')
const texts = join(import.meta.dirname, '../src/text')
const ID = /^virtual:latchkit-frame\/(?:styles|text\/([\w-]+))\/(first|later)$/

/** What stands before the sheets of components. */
const GROUND = ['reset.css', 'viewReset.css', 'tokens.css', 'viewTokens.css']

/**
 * What belongs to a chunk of the frame's views, found by what it imports. `virtual:latchkit-frame/styles/first` is the
 * sheets of its components, joined: of those of the kit with the half that the modal has later. `…/text/en/first` is
 * what they say, compiled as the modal's texts are: a section is where the component of its name is, and what bears
 * the name of none is said from the first on.
 */
export function framePlugin(): Plugin {
  return {
    name: 'latchkit-frame',
    resolveId: id => (ID.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, locale, part] = (id[0] === '\0' && ID.exec(id.slice(1))) || []
      if (!part) return
      const chunk = part as FrameChunk
      const { code, files } = locale ? textsOf(locale, chunk) : stylesOf(chunk)
      for (const file of files) this.addWatchFile(file)
      return code
    },
  }
}

type Made = { code: string; files: string[] }

function stylesOf(chunk: FrameChunk): Made {
  const files = filesOf(chunk)
  const sheets = files.flatMap(sheetsOf).sort()
  const ground = chunk === 'first' ? GROUND.map(name => join(kitStyles, name)) : []
  const paths = [...ground, ...sheets]
  const imports = paths.map((path, at) => `import _${at} from ${JSON.stringify(`${path}?inline`)}`)
  const joined = paths.map((_, at) => `_${at}`).join(' + ') || '""'
  return { code: `${imports.join('\n')}\nexport default ${joined}`, files }
}

/** The sheet beside a component, and what views add to it. */
const sheetsOf = (file: string) =>
  file.endsWith('.tsx')
    ? [file.replace(/\.tsx$/, '.css'), join(kitStyles, `view${basename(file, '.tsx')}.css`)].filter(
        path => existsSync(path),
      )
    : []

function textsOf(locale: string, chunk: FrameChunk): Made {
  const isPseudo = locale === 'ar-XB'
  const file = join(texts, isPseudo ? 'en.json' : `${locale}.json`)
  const table: Table = JSON.parse(readFileSync(file, 'utf8'))
  const later = namesIn('later')
  const entries = Object.entries(isPseudo ? pseudo(table) : table)
  const own = entries.filter(([name]) => later.has(name) === (chunk === 'later'))
  const format = JSON.stringify(join(web, 'modal/src/text/format.ts'))
  const code =
    `import { isolate, number, plural } from ${format}\n` +
    `export default ${compileTable(Object.fromEntries(own), locale)}`
  return { code, files: [file] }
}
