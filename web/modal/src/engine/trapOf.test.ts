import { expect, test } from 'vitest'
import { trapOf } from './trapOf'

function thrown(error: Error, stack: string): Error {
  return Object.defineProperty(error, 'stack', { value: stack })
}

test('a trap is told by its name, the browser’s words and the names of files', () => {
  const trap = new WebAssembly.RuntimeError('unreachable')
  const stack = `RuntimeError: unreachable
    at https://site.test/a/engine-1a2b.wasm?try=2:wasm-function[12]:0x3f
    at turn (https://site.test/shop/ana@mail.test/engine-3c4d.js?token=secret#part:10:5)
    at async HTMLButtonElement.<anonymous> (https://site.test/app.js:1:2)`
  expect(trapOf(thrown(trap, stack))).toEqual({
    errorType: 'RuntimeError',
    errorMessage: 'unreachable',
    stackTrace: `at engine-1a2b.wasm:wasm-function[12]:0x3f
at turn (engine-3c4d.js:10:5)
at async HTMLButtonElement.<anonymous> (app.js:1:2)`,
  })
})

test('as Firefox and Safari write it, too', () => {
  const stack = `engine@https://site.test/a/engine-1a2b.js?x=1:10:5
@blob:https://site.test/0b1c:3:4`
  expect(trapOf(thrown(new TypeError('x'), stack)).stackTrace).toBe(
    'engine@engine-1a2b.js:10:5\n@blob',
  )
})

test('words of others are not told, however they came there', () => {
  const secret = 'Unexpected token: {"seed":"abandon"}\n    at ana@mail.test:1:2'
  const told = trapOf(
    thrown(new SyntaxError(secret), `SyntaxError: ${secret}\n    at f (a.js:1:2)`),
  )
  expect(told).toEqual({
    errorType: 'SyntaxError',
    errorMessage: '',
    stackTrace: 'at f (a.js:1:2)',
  })
  expect(trapOf(secret)).toMatchObject({ errorType: 'Error', errorMessage: '' })
})

test('a stack without end is cut', () => {
  const frames = Array.from({ length: 500 }, (_, place) => `    at f (a.js:${place}:1)`)
  const { stackTrace } = trapOf(thrown(new Error('x'), frames.join('\n')))
  expect(stackTrace?.split('\n')).toHaveLength(20)
})
