/** The programs of the repository that tests here start, where cargo makes them. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target')

export const programs = {
  lines: join(target, 'debug/examples/lines'),
  latchkit: join(target, 'release/latchkit'),
}

/** Makes what is stale, with the features of `cargo verify`, for which it is made already. */
export default () =>
  execFileSync(
    'cargo',
    ['build', '--quiet', '--workspace', '--features', 'sim/types', '--example', 'lines'],
    { cwd: root, stdio: 'inherit' },
  )
