import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './StatusPanel.story.tsx'
import { StatusPanel } from './StatusPanel.tsx'

let remove = () => {}

afterEach(() => remove())

test('one line or two: what is below stays where it is', () => {
  const heightOf = (body: string) => {
    const place = mountPart(<StatusPanel subject={<i />} title="Approve in Harbor" body={body} />)
    remove = place.remove
    const { offsetHeight } = place.root.querySelector('.StatusPanel') as HTMLElement
    remove()
    return offsetHeight
  }
  expect(heightOf('Short.')).toBe(heightOf('A body that is long enough to be set in two lines.'))
})

test('a name stays whole at its hyphen, as long as it has room on a line', () => {
  const lines = (name: string, tag: 'h3' | 'p') => {
    const text = `Wallet (${name}) is still on Ethereum`
    const place = mountPart(<StatusPanel subject={<i />} title={text} body={text} />)
    remove = place.remove
    const said = place.root.querySelector(tag) as HTMLElement
    expect(said.textContent).toBe(text)
    const words = document.createTreeWalker(said, NodeFilter.SHOW_TEXT)
    while (!words.nextNode()?.textContent?.includes(name));
    const range = document.createRange()
    const start = words.currentNode.textContent?.indexOf(name) ?? 0
    range.setStart(words.currentNode, start)
    range.setEnd(words.currentNode, start + name.length)
    const tops = new Set([...range.getClientRects()].map(({ top }) => top))
    expect(said.scrollWidth).toBeLessThanOrEqual(said.clientWidth)
    remove()
    return tops.size
  }
  for (const tag of ['h3', 'p'] as const) {
    for (let length = 4; length < 16; length += 1)
      expect(lines(`${'e'.repeat(length)}-chain`, tag)).toBe(1)
    expect(lines(`${'e'.repeat(40)}-chain`, tag)).toBeGreaterThan(1)
  }
})

test.for(['large', 'small', 'bad'] as const)('what is said is a headline: %s', state => {
  const place = mountPart(states[state]())
  remove = place.remove
  const { fontSize, lineHeight } = getComputedStyle(place.root.querySelector('h3') as Element)
  expect([fontSize, lineHeight]).toEqual(['18px', '24px'])
})

test('says itself in its role', async () => {
  ;({ remove } = mountPart(
    <StatusPanel
      role="alert"
      subject="warning"
      title="Something went wrong"
      body="Your funds are not affected."
    >
      <a href="#on">On</a>
    </StatusPanel>,
  ))
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Something went wrongYour funds are not affected.')
})
