import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { SkeletonRow } from '../../../../kit/src/Skeleton/Skeleton.tsx'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'

/** What brings the wallet back in a new browser, whom that trusts, and the other way. */
export function Recovery({ onAutomatic }: { onAutomatic: () => void }) {
  const words = useLaterText().Settings
  const { factors, isBusy, isSignInEnough } = useSlice('settings')
  const send = useSend()
  const [isAutomatic, hasPasskey, hasCode] = KINDS.map(kind => factors.includes(kind))
  return (
    <section className="Recovery" aria-busy={isBusy}>
      <h3>{words.recovery()}</h3>
      {factors.length === 0 && <SkeletonRow />}
      {factors.map(factor => (
        <Banner key={factor} cause={words.factors[factor].title()}>
          {words.factors[factor].body()}
        </Banner>
      ))}
      {factors.length > 0 && (
        <>
          <Button isBusy={isBusy} onClick={() => send({ type: 'wantPasskey' })}>
            {(isBusy ? words.busy : hasPasskey ? words.anotherPasskey : words.makePasskey)()}
          </Button>
          <Button isDisabled={isBusy} onClick={() => send({ type: 'drawCode' })}>
            {hasCode ? words.anotherCode() : words.makeCode()}
          </Button>
        </>
      )}
      {factors.length > 0 && !isAutomatic && isSignInEnough && (
        <Button isDisabled={isBusy} onClick={onAutomatic}>
          {words.wantAutomatic()}
        </Button>
      )}
    </section>
  )
}

const KINDS = ['automatic', 'passkey', 'code'] as const
