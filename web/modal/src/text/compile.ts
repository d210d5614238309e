import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { compileTable, compileValue, type Table } from './message.ts'

const FOLDER = dirname(fileURLToPath(import.meta.url))

/** What the entry of the package says, and what the views that come later say; all else is the first views'. */
const APART = ['page', 'alerts', 'more']

const ID = /^virtual:latchkit-text\/([\w-]+)\/(page|alerts|more|views)$/

/**
 * Compiles `text/<locale>.json` at build time, so that no message format is shipped.
 * `virtual:latchkit-text/en/views` holds functions under the keys of the table. `…/page`, `…/alerts` and
 * `…/more` export each key of their section by its name, so that each file ships only what it says. Texts of
 * `page` name nothing of strangers, and so isolate nothing.
 */
export function textPlugin(): Plugin {
  return {
    name: 'latchkit-text',
    resolveId: id => (ID.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, locale, part] = ID.exec(id.slice(1)) ?? []
      if (id[0] !== '\0' || !locale) return
      const file = join(FOLDER, `${locale}.json`)
      this.addWatchFile(file)
      const table: Table = JSON.parse(readFileSync(file, 'utf8'))
      const format = JSON.stringify(join(FOLDER, 'format.ts'))
      const calls =
        part === 'page' ? 'const isolate = String' : `import { isolate, plural } from ${format}`
      return `${calls}\n${exportsOf(table, part ?? '', locale)}`
    },
  }
}

function exportsOf(table: Table, part: string, locale: string): string {
  const section = table[part]
  if (typeof section === 'object')
    return Object.entries(section)
      .map(([name, value]) => `export const ${name} = ${compileValue(value, locale)}`)
      .join('\n')
  const views = Object.entries(table).filter(([name]) => !APART.includes(name))
  return `export default ${compileTable(Object.fromEntries(views), locale)}`
}
