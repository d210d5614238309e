import { Banner } from '../../../kit/src/Banner/Banner.tsx'
import { Link } from '../../../kit/src/Link/Link.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { age } from '../text/age.ts'
import { useLazyText } from '../text/useText.ts'
import { useOutdated } from './useOutdated.ts'

/** What shows was read a while ago, and reading it again has failed. The way to try again is there once. */
export function Stale({ atMs }: { atMs: string }) {
  const text = useLazyText()
  const outdated = useOutdated()
  const send = useSend()
  const read = text.stale.read({ age: age(text.age, Number(atMs), Date.now()) })
  if (outdated) return <p className="listNote">{read}</p>
  return (
    <Banner cause={text.stale.cause()}>
      {read} <Link onClick={() => send({ type: 'refreshBalance' })}>{text.dialog.tryAgain()}</Link>
    </Banner>
  )
}
