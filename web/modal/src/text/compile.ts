import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { filesOf, type ViewsChunk } from '../../build/reached.ts'
import { compileTable, compileValue, type Table } from './message.ts'
import { pseudo } from './pseudo.ts'

const FOLDER = dirname(fileURLToPath(import.meta.url))
const ID = /^virtual:latchkit-text\/([\w-]+)\/(page|alerts|notice|embedded|first|lazy|spend|entry)$/

/**
 * Compiles `text/<locale>.json` at build time, so that no message format is shipped.
 * `virtual:latchkit-text/en/first` holds functions under the keys of the table: what the first chunk of
 * views says; `…/lazy`, `…/spend` and `…/entry` what only the later ones say: a section is where the view of its name is. `…/alerts`,
 * `…/notice` and `…/embedded` export each key of their section by its name, so that each file ships only what it says.
 * `…/page` is the entry's section as it stands. The locale `ar-XB` is made of `en`: see `pseudo.ts`.
 */
export function textPlugin(): Plugin {
  return {
    name: 'latchkit-text',
    resolveId: id => (ID.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, locale, part] = (id[0] === '\0' && ID.exec(id.slice(1))) || []
      if (!locale) return
      const isPseudo = locale === 'ar-XB'
      const file = join(FOLDER, isPseudo ? 'en.json' : `${locale}.json`)
      this.addWatchFile(file)
      const table: Table = JSON.parse(readFileSync(file, 'utf8'))
      const { page, alerts, notice, embedded, ...views } = isPseudo ? pseudo(table) : table
      if (part === 'page') return `export default ${JSON.stringify(page)}`
      const format = JSON.stringify(join(FOLDER, 'format.ts'))
      const calls = `import { isolate, number, plural } from ${format}\n`
      const sections = new Map(Object.entries({ alerts, notice, embedded }))
      const named = sections.get(`${part}`) as Table | undefined
      if (named)
        return (
          calls +
          Object.entries(named)
            .map(([name, value]) => `export const ${name} = ${compileValue(value, locale)}`)
            .join('\n')
        )
      const chunkOf = chunksByName()
      const entries = Object.entries(views).filter(
        ([name]) => (chunkOf.get(name) ?? 'first') === part,
      )
      const shown = Object.fromEntries(entries)
      if (part === 'first') shown.loadFailed = (page as Table).loadFailed as Table
      return `${calls}export default ${compileTable(shown, locale)}`
    },
  }
}

/** The first chunk that has a component, by its name. What bears the name of none is said from the first on. */
function chunksByName(): Map<string, ViewsChunk> {
  const found = (['entry', 'spend', 'lazy', 'first'] as const).flatMap(chunk =>
    [...filesOf(chunk).files].map(file => [basename(file, '.tsx'), chunk] as const),
  )
  return new Map(found)
}
