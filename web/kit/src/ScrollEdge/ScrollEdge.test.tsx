import { afterEach, expect, test, vi } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { ScrollEdge } from './ScrollEdge.tsx'

let place: ReturnType<typeof mountPart>

afterEach(() => place.remove())

const rows = Array.from({ length: 40 }, (_, row) => row)

const settled = () =>
  new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))))

test('calls when the end comes near, and again when one comes back to it', async () => {
  const onReach = vi.fn()
  place = mountPart(
    <div className="layout">
      <div className="body">
        {rows.map(row => (
          <div key={row} className="Skeleton row" />
        ))}
        <ScrollEdge onReach={onReach} />
      </div>
    </div>,
    true,
  )
  await settled()
  expect(onReach).not.toHaveBeenCalled()
  const body = place.root.querySelector('.body') as HTMLElement
  body.scrollTop = body.scrollHeight
  await expect.poll(() => onReach.mock.calls.length).toBe(1)
  body.scrollTop = 0
  await settled()
  expect(onReach).toHaveBeenCalledOnce()
  body.scrollTop = body.scrollHeight
  await expect.poll(() => onReach.mock.calls.length).toBe(2)
})
