import { test as onSite } from './fixtures.ts'
import { FramedVault } from './framed.ts'
import { type FramingSite, serveFramingSite } from './framingSite.ts'
import type { Dev } from './latchkitDev.ts'

export { expect } from '@playwright/test'

type OfTest = {
  /** Sites of any name below `example`. */
  framing: FramingSite
  /** Makes a project that names these pages. Gives its id. */
  project(...origins: readonly string[]): Promise<string>
  /** The test's own page, once it is somewhere, with the frame of a project to be put into it. */
  framedBy(project: string): FramedVault
}

/** Tests of the vault's frame in pages that are written by hand. */
export const test = onSite.extend<OfTest>({
  framing: async ({ witness }, give) => {
    const site = await serveFramingSite()
    await give({
      ...site,
      at(name) {
        const origin = site.at(name)
        witness.allow(origin)
        return origin
      },
    })
    await site.stop()
  },
  project: async ({ dev }, give) => {
    await give((...origins) => makeProject(dev, origins))
  },
  framedBy: async ({ page, origins }, give) => {
    await give(project => new FramedVault(page, origins.vault, project))
  },
})

async function makeProject(dev: Dev, origins: readonly string[]): Promise<string> {
  const named = origins.flatMap(origin => ['--add-origin', origin])
  const said = await dev.project('create', '--name', 'Shop', ...named)
  const [id] = /[0-9a-f]{32}/.exec(said) ?? []
  if (!id) throw new Error(`no project was made: ${said}`)
  return id
}
