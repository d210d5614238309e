/** What is committed in `compiled/` is what the sources give. */

import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(new URL('../compile.mjs', import.meta.url))

test('the compiler gives what is committed', () =>
  promisify(execFile)(process.execPath, [program, '--check']))
