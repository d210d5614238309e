import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './Tabs.story.tsx'
import { Tabs } from './Tabs.tsx'

let remove = () => {}

afterEach(() => remove())

test('arrow keys choose the next one, from the last the first, and only the chosen one is in the way of Tab', async () => {
  const chosen: string[] = []
  const tabs = ['a', 'b', 'c'].map(id => ({ id, label: id.toUpperCase() }))
  const place = mountPart(
    <>
      <Tabs label="Where" tabs={tabs} chosen="c" onChoose={id => chosen.push(id)} controls="it" />
      <div id="it" />
    </>,
  )
  remove = place.remove
  const all = [...place.root.querySelectorAll<HTMLElement>('[role=tab]')]
  expect(all.map(it => it.tabIndex)).toEqual([-1, -1, 0])
  await expect
    .element(page.getByRole('tab', { name: 'C' }))
    .toHaveAttribute('aria-selected', 'true')
  all[2]?.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Home}{End}')
  expect(chosen).toEqual(['a', 'b', 'a', 'c'])
})

test('what is wider than its place stays on one line, and goes under its edges', async () => {
  const place = mountPart(states.many())
  remove = place.remove
  const list = place.root.querySelector('[role=tablist]') as HTMLElement
  const all = [...list.querySelectorAll<HTMLElement>('[role=tab]')]
  expect(list.scrollWidth).toBeGreaterThan(list.clientWidth)
  expect(new Set(all.map(it => it.offsetHeight)).size).toBe(1)
  const edge = list.getBoundingClientRect().right - 20
  const last = () => all.at(-1)?.getBoundingClientRect().right ?? 0
  expect(last()).toBeGreaterThan(edge)
  all.at(-1)?.click()
  await expect.poll(last).toBeLessThanOrEqual(edge + 1)
})
