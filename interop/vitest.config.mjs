import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The other clients run in Node, as they come: nothing of them is bundled. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['test/*.test.mjs'],
    environment: 'node',
    pool: 'forks',
    globalSetup: 'src/programs.mjs',
    testTimeout: 60_000,
    hookTimeout: 30_000,
    // Their client throws where nobody can catch it when it hears twice that a session ended, as whoever is
    // slow to say that they heard it may.
    onUnhandledError: error =>
      !error.message.startsWith('Missing or invalid. Record was recently deleted - session: '),
  },
})
