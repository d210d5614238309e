import { afterEach, expect, test } from 'vitest'
import { page, userEvent, cdp } from 'vitest/browser'
import './frame.css'
import { mountStory } from './mount.tsx'
import { settle } from './settle.ts'
import { scenes } from './stories.ts'
let place: any
afterEach(() => place.remove())
const shot = (n: string) => page.screenshot({ path: `/tmp/s/look/${n}.png` })
async function open(name: string, theme: 'light'|'dark' = 'light', w = 480, h = 760) {
  await page.viewport(w, h)
  document.documentElement.dataset.theme = theme
  const s = scenes.find(x => x.name === name)!
  place = mountStory(s.story, s.state, { theme })
  await settle(place.root)
}
test('hover row', async () => { await open('Connect.many'); await userEvent.hover(page.getByText('Kestrel')); await new Promise(r=>setTimeout(r,150)); await shot('hoverrow') })
test('hover row dark', async () => { await open('Connect.many','dark'); await userEvent.hover(page.getByText('Kestrel')); await new Promise(r=>setTimeout(r,150)); await shot('hoverrowdark') })
test('focus row', async () => { await open('Connect.many'); await userEvent.tab(); await userEvent.tab(); await shot('focusrow') })
test('focus btn', async () => { await open('ConnectingExternal.refused'); await userEvent.tab(); await userEvent.tab(); await userEvent.tab();  await shot('focusbtn') })
test('focus copy', async () => { await open('Account.explorer','dark'); await userEvent.tab(); await userEvent.tab(); await shot('focuscopy') })
test('hover expl', async () => { await open('Account.explorer','dark'); await userEvent.hover(page.getByText('View on explorer')); await new Promise(r=>setTimeout(r,150)); await shot('hoverexpl') })
test('scrolled', async () => { await open('Connect.crowded'); place.root.querySelector('.body').scrollTop = 60; await new Promise(r=>setTimeout(r,150)); await shot('scrolled') })
test('w320', async () => { await open('Account.wrongNetwork','light',320,500); await shot('w320') })
test('landscape', async () => { await open('ConnectingExternal.failed','dark',700,340); await shot('landscape') })
test('forced', async () => { await cdp().send('Emulation.setEmulatedMedia', {features:[{name:'forced-colors',value:'active'}]} as any); await open('ConnectingExternal.refused'); await shot('forced'); place.remove(); await open('Account.copyFailed'); await shot('forced2'); await cdp().send('Emulation.setEmulatedMedia', {features:[{name:'forced-colors',value:''}]} as any) })
