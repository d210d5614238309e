import { Banner } from '../../../kit/src/Banner/Banner.tsx'
import { Link } from '../../../kit/src/Link/Link.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { age } from '../text/age.ts'
import { useLazyText } from '../text/useText.ts'

/** What shows was read a while ago, and reading it again has failed. */
export function Stale({ atMs }: { atMs: string }) {
  const text = useLazyText()
  const send = useSend()
  return (
    <Banner cause={text.stale.cause()}>
      {text.stale.read({ age: age(text.age, Number(atMs), Date.now()) })}{' '}
      <Link onClick={() => send({ type: 'refreshBalance' })}>{text.dialog.tryAgain()}</Link>
    </Banner>
  )
}
