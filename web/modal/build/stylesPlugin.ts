import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { filesOf, reached, src, type ViewsChunk } from './reached.ts'

const ID = /^virtual:latchkit-styles\/(first|lazy|spend|entry)$/

/**
 * The style sheets of a chunk of views, joined: `virtual:latchkit-styles/first` for what the Connect list
 * waits for, `…/lazy` for the rest, `…/spend` for what comes with Account, `…/entry` for the modal's own fields to sign in
 * by e-mail. A component's sheet lies beside
 * it and bears its name; it goes where the component goes, but for those that the entry has.
 */
export function stylesPlugin(): Plugin {
  return {
    name: 'latchkit-styles',
    resolveId: id => (ID.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, chunk] = (id[0] === '\0' && ID.exec(id.slice(1))) || []
      if (!chunk) return
      const { files, before } = filesOf(chunk as ViewsChunk)
      for (const file of [...before, ...files]) this.addWatchFile(file)
      const taken = new Set([...reached(join(src, 'entry/sheet.ts')), ...before].map(sheetOf))
      const paths = [...files]
        .map(sheetOf)
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
