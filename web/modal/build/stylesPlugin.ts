import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { firstFiles, lazyFiles, reached, src } from './reached.ts'

const ID = /^virtual:latchkit-styles\/(first|lazy)$/

/**
 * The style sheets of a chunk of views, joined: `virtual:latchkit-styles/first` for what the Connect list
 * waits for, `…/lazy` for the rest. A component's sheet lies beside it and bears its name; it goes where
 * the component goes, but for those that the entry has.
 */
export function stylesPlugin(): Plugin {
  return {
    name: 'latchkit-styles',
    resolveId: id => (ID.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, chunk] = (id[0] === '\0' && ID.exec(id.slice(1))) || []
      if (!chunk) return
      const first = firstFiles()
      const lazy = lazyFiles()
      for (const file of [...first, ...lazy]) this.addWatchFile(file)
      const known = [...reached(join(src, 'entry/sheet.ts')), ...(chunk === 'lazy' ? first : [])]
      const taken = new Set(known.map(sheetOf))
      const sheets = [...(chunk === 'lazy' ? lazy : first)].map(sheetOf)
      const paths = sheets
        .filter(path => existsSync(path) && isSheet(path) && !taken.has(path))
        .sort()
      const imports = paths.map(
        (path, at) => `import _${at} from ${JSON.stringify(`${path}?inline`)}`,
      )
      return `${imports.join('\n')}\nexport default ${paths.map((_, at) => `_${at}`).join(' + ')}`
    },
  }
}

const isSheet = (file: string) => file.endsWith('.css')

const sheetOf = (file: string) => file.replace(/\.tsx$/, '.css')
