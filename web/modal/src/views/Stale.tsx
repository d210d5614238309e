import { Banner } from '../../../kit/src/Banner/Banner.tsx'
import { useLazyText } from '../text/useText.ts'
import { TryAgain } from './TryAgain.tsx'
import { useAge } from './useAge.ts'
import { useOutdated } from './useOutdated.ts'

type StaleProps = { atMs: string; isBusy: boolean }

/** What shows was read a while ago, and reading it again has failed. The way to try again is there once. */
export function Stale({ atMs, isBusy }: StaleProps) {
  const text = useLazyText()
  const outdated = useOutdated()
  const read = text.stale.read({ age: useAge(atMs) })
  if (outdated) return <p className="listNote">{read}</p>
  return (
    <Banner cause={text.stale.cause()}>
      {read} <TryAgain isBusy={isBusy} />
    </Banner>
  )
}
