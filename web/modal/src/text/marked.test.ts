import { expect, test } from 'vitest'
import { marked } from './marked.ts'

const terms = { mark: 'terms', words: 'Terms' }
const privacy = { mark: 'privacy', words: 'Privacy Policy' }

test.for([
  ['No marks.', ['No marks.']],
  ['You agree to the <terms>Terms</terms>.', ['You agree to the ', terms, '.']],
  ['<terms>Terms</terms><privacy>Privacy Policy</privacy>', [terms, privacy]],
  ['Left <terms>open, 1 < 2 > 0', ['Left <terms>open, 1 < 2 > 0']],
] as const)('%s', ([sentence, pieces]) => {
  expect(marked(sentence)).toEqual(pieces)
})
