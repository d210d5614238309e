import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../../shell/src/entry/store'
import { options } from '../../test/fakes'
import { initialState } from '../all/state'
import { readOptions } from '../entry/options'
import { checkAttributes } from './attributes.ts'
import type { LoadPart } from './LoadPart.ts'

let warned: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const settingsOf = (instance: string, debug?: boolean) => readOptions(options({ instance, debug }))

/** What is said of a page. */
function told(html: string): string[] {
  const page = document.createElement('div')
  page.innerHTML = html
  checkAttributes(page, settingsOf('default'))
  checkAttributes(page, settingsOf('default'))
  return warned.mock.calls.map(([text]: unknown[]) => String(text).replace('[latchkit] ', ''))
}

test('an attribute that an element does not have is told of once, with those that it has', () => {
  expect(
    told(`<latchkit-button unknown charsstart="6"></latchkit-button>
      <latchkit-button unknown></latchkit-button><latchkit-button variant></latchkit-button><latchkit-modal label="Go"></latchkit-modal>`),
  ).toEqual([
    '<latchkit-button> has no attribute unknown; it is ignored. There may be instance, namespace, label, loading-label, balance, chars-start, chars-end, size, disabled',
    '<latchkit-button> has no attribute charsstart; it is ignored. There may be instance, namespace, label, loading-label, balance, chars-start, chars-end, size, disabled',
    '<latchkit-button> has no attribute variant; it is ignored. There may be instance, namespace, label, loading-label, balance, chars-start, chars-end, size, disabled',
    '<latchkit-modal> has no attribute label; it is ignored. There may be instance',
  ])
})

test('a value that means nothing is told of once, with those that do', () => {
  expect(
    told(`<latchkit-account-button balance="show" size="xl" chars-start="all"></latchkit-account-button>
      <latchkit-network-button namespace="evm" chars-end="0"></latchkit-network-button>`),
  ).toEqual([
    "The attribute balance of <latchkit-account-button> is ignored: Invalid enum value. Expected 'hide', received 'show'",
    "The attribute size of <latchkit-account-button> is ignored: Invalid enum value. Expected 'sm', received 'xl'",
    'The attribute chars-start of <latchkit-account-button> is ignored: Invalid input: a whole number from 1',
    expect.stringMatching(
      /^The attribute namespace of <latchkit-network-button> is ignored: Invalid enum value. Expected 'eip155' \| .*, received 'evm'$/,
    ),
    'The attribute chars-end of <latchkit-network-button> is ignored: Invalid input: a whole number from 1',
  ])
})

test('what is right, and what any element may have, is not told of', () => {
  expect(
    told(`<latchkit-button instance="default" namespace="solana" label="Go" loading-label="" balance="hide"
        chars-start="6" chars-end="4" size="sm" disabled></latchkit-button>
      <latchkit-connect-button id="a" class="b" style="color: red" title="c" lang="de" dir="rtl" slot="d"
        hidden tabindex="0" role="button" part="e" onclick="" aria-label="f" data-testid="g"
        data-v-7ba5bd90 _ngcontent-ng-c1="" ng-reflect-x="" v-on:click="" :label="x" @click="y" is="z"
        itemprop="n" nonce="n" inert popover draggable="true" autofocus accesskey="k" enterkeyhint="go"
        contenteditable="false" spellcheck="false" translate="no"></latchkit-connect-button>
      <latchkit-modal instance="default"></latchkit-modal><p unknown></p>`),
  ).toEqual([])
})

test('an instance has its own elements looked at when its second views come, unless `debug` is false', async () => {
  document.body.innerHTML = `<latchkit-button lable="Go"></latchkit-button>
    <latchkit-connect-button instance="quiet" titel="x"></latchkit-connect-button>
    <latchkit-connect-button instance="loud" size="xl"></latchkit-connect-button>`
  vi.stubGlobal('__LAZY_VIEWS__', {})
  const lazy = await import('./lazyViews.ts')
  const { views } = await import('./element.tsx')
  const load = (async () => ({ default: () => lazy })) as LoadPart
  const second = createStore(initialState(options(), undefined), () => {})
  second.publish('route', { history: ['Account'], forward: true })
  for (const [name, debug] of [
    ['quiet', false],
    ['loud', true],
    ['default', undefined],
  ] as const)
    await views(load, () => settingsOf(name, debug)).arrived(second)
  expect(warned.mock.calls.map(([text]: unknown[]) => String(text).slice(11, 70))).toEqual([
    'The attribute size of <latchkit-connect-button> is ignored:',
    '<latchkit-button> has no attribute lable; it is ignored. Th',
  ])
})
