import { expect, test } from 'vitest'
import { missingNames } from '../build/publicNames'

const missing = (main: string) =>
  missingNames(
    new Map([
      ['entry/main.d.ts', main],
      [
        'all/surface.d.ts',
        `import type { Entry } from '../generated/Entry.js'
import type { ReactNode } from 'react'
/** Names of {@link Entry} in words count for nothing. */
export interface Surface {
    read(options: Options): Promise<Part>;
    view: 'Entry' | ReactNode;
}
export type Options = Pick<Whole, 'one'> & Own;
interface Own {
    own: Part;
}
export type Part = Omit<Whole, 'two'>;
export interface Whole {
    inside: Entry;
}
export declare function secret(entry: Entry): Whole;
`,
      ],
      ['generated/Entry.d.ts', `export type Entry = string;\n`],
      [
        'react/jsx.d.ts',
        `import type { Entry } from '../generated/Entry.js'
declare module 'react' {
    interface Elements {
        it: Entry;
    }
}
export {};
`,
      ],
    ]),
    ['entry/main.d.ts'],
  )

const from = (...names: string[]) =>
  `export type { ${names.join(', ')} } from '../all/surface.js'\n`
const entry = `export type { Entry as Line } from '../generated/Entry.js'\n`

test('what a signature names is exported, under whatever name', () => {
  expect(missing(from('Surface', 'Options', 'Part') + entry)).toEqual([])
  expect(missing(from('Surface', 'Part') + entry)).toEqual(['Options of all/surface.d.ts'])
  const local = `import type { Part } from '../all/surface.js'\nexport declare const part: () => Part\n`
  expect(missing(local + entry)).toEqual(['Part of all/surface.d.ts'])
})

test('so is what only a type names that its file keeps to itself, and what is added to others', () => {
  expect(missing(from('Options') + entry)).toEqual(['Part of all/surface.d.ts'])
  expect(missing(from('Part'))).toEqual(['Entry of generated/Entry.d.ts'])
})
