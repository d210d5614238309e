import { expect, test } from 'vitest'
import { foreignNames } from '../build/foreignNames'

const foreign = (text: string) =>
  foreignNames(new Map([['entry/main.d.ts', text]]), ['react', '@scope/one'])

test.for([
  `import 'virtual:latchkit-text'`,
  `import '../entry/sheet.js'\nimport "csstype"`,
  `export type { Chain } from 'viem/chains'`,
  `export declare const one: import('@scope/two/part').Two`,
  `declare module 'preact' {\n}`,
  `import type {\n    One,\n} from 'react-dom'`,
])('a package that a host need not have is named: %s', text => {
  expect(foreign(text)).toEqual([expect.stringMatching(/^[a-z@][\w@:/-]* of entry\/main\.d\.ts$/)])
})

test('what the package depends on, and its own files, are not', () => {
  expect(
    foreign(`import type { ReactNode } from 'react'
import type { JSX } from 'react/jsx-runtime'
import { one } from '@scope/one/part'
import { Own } from '../all/surface.js'
declare module 'react' {
}
/** As in \`import 'viem'\`. */
export declare const name: 'import', other: import('./other.js').Other // from 'viem'
`),
  ).toEqual([])
})
