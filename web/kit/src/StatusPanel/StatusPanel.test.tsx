import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
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
