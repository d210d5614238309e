import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { Tag } from '../Tag/Tag.tsx'
import { ListItem } from './ListItem.tsx'

let remove = () => {}

afterEach(() => remove())

const LONG = 'The Extraordinarily Long Named Wallet of the Northern Harbours'

test('is one button with its whole name and its tag, 56 high', async () => {
  const onClick = vi.fn()
  ;({ remove } = mountPart(
    <ListItem
      data-wallet="org.example.long"
      icon={<Picture of="wallet" name={LONG} />}
      label={LONG}
      end={<Tag kind="ok">Installed</Tag>}
      onClick={onClick}
    />,
  ))
  const row = page.getByRole('button', { name: `${LONG} Installed` })
  await expect.element(row).toHaveAttribute('data-wallet', 'org.example.long')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledOnce()
  expect(row.element().getBoundingClientRect().height).toBe(56)
})

test('a long name is cut before the tag, which keeps its width', async () => {
  ;({ remove } = mountPart(
    <ListItem
      icon={<Picture of="wallet" name={LONG} />}
      label={LONG}
      end={<Tag>Installed</Tag>}
      onClick={() => {}}
    />,
  ))
  const name = page.getByText(LONG).element()
  const tag = page.getByText('Installed').element()
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth)
  expect(name.getBoundingClientRect().right).toBeLessThan(tag.getBoundingClientRect().left)
  expect(tag.scrollWidth).toBe(tag.clientWidth)
})

test('a long detail goes on in the next line', async () => {
  ;({ remove } = mountPart(
    <ListItem icon={<i />} label="Base" detail={LONG.repeat(2)} onClick={() => {}} />,
  ))
  const detail = page.getByText(LONG).element()
  const { bottom } = page.getByRole('button').element().getBoundingClientRect()
  expect(detail.scrollWidth).toBe(detail.clientWidth)
  expect(detail.getClientRects()[0]?.height).toBeGreaterThan(20)
  expect(detail.getBoundingClientRect().bottom).toBeLessThan(bottom)
})

test('the one in use is marked as such', async () => {
  ;({ remove } = mountPart(
    <>
      <ListItem icon={<i />} label="Base" isCurrent onClick={() => {}} />
      <ListItem icon={<i />} label="Ethereum" onClick={() => {}} />
    </>,
  ))
  const [base, ethereum] = page.getByRole('button').elements()
  expect([base?.ariaCurrent, ethereum?.ariaCurrent]).toEqual(['true', null])
  expect(base?.querySelectorAll('svg.Icon').length).toBe(1)
})

test('disabled, it can be read and takes no clicks', async () => {
  const onClick = vi.fn()
  ;({ remove } = mountPart(
    <ListItem icon={<i />} label="Solana" detail="Not offered" isDisabled onClick={onClick} />,
  ))
  const row = page.getByRole('button', { name: 'Solana Not offered' })
  await expect.element(row).toHaveAttribute('aria-disabled', 'true')
  await userEvent.tab()
  expect(row.element().matches(':focus')).toBe(true)
  await userEvent.keyboard('{Enter}')
  expect(onClick).not.toHaveBeenCalled()
})

test('is a link to a new tab, or nothing to press', async () => {
  ;({ remove } = mountPart(
    <>
      <ListItem icon={null} label="View on explorer" href="https://example.org/" />
      <ListItem icon={null} label="Harbor" detail="Connected wallet" />
    </>,
  ))
  const link = page.getByRole('link', { name: 'View on explorer' })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(page.getByRole('button').elements()).toEqual([])
})
