import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Banner } from './Banner.tsx'

let remove = () => {}

afterEach(() => remove())

test('says the cause first, then the way on', async () => {
  ;({ remove } = mountPart(<Banner cause="You are offline.">Balances are 4 min old.</Banner>))
  const words = page.getByRole('paragraph')
  await expect.element(words).toHaveTextContent('You are offline. Balances are 4 min old.')
})
