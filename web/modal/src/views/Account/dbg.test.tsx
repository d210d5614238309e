import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Account.story.tsx'
test('x', async () => {
  await page.viewport(800,700)
  const place = mountState(states.skeleton)
  const m = () => [...place.root.querySelectorAll('.Header,.owner,.balance,.Skeleton,.ListItem,.body,.foot,.Button,ul')].map(e => `${e.className} ${(e as HTMLElement).offsetTop} ${(e as HTMLElement).offsetHeight}`)
  const a = m(); place.publish({ accounts: states.explorer.accounts }); 
  expect(a).toEqual(m())
})
