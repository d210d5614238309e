import { Button } from '../../../../kit/src/Button/Button.tsx'
import type { Approval } from '../../generated/Approval.ts'
import type { Reading } from '../../generated/Reading.ts'
import type { Severity } from '../../generated/Severity.ts'
import { useLaterText } from '../../text/useText.ts'
import { ArmedButton } from '../ArmedButton.tsx'
import type { Arming } from '../arming.ts'
import { useSend } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

type AnswersProps = Approval & {
  arming: Arming
  /** What the button says while it is done. */
  busy: () => string
}

/** The two answers, and what is in the way of the one, in room that is kept for it: no button moves under a pointer. */
export function Answers({ request, reading, isBusy, fault, waiting, arming, busy }: AnswersProps) {
  const text = useLaterText()
  const words = text.Approve
  const send = useSend()
  const why = useFault(fault)
  const { isArmed, hindrance } = arming
  const isBlocked = has(reading, 'blocked')
  const isOver = isBusy || isBlocked
  const hint = why ?? (hindrance && words.arming[hindrance]())
  const waits = waiting > 0 ? words.waiting({ count: waiting }) : undefined
  const { approve } = words.kinds[reading.kind]
  return (
    <>
      <div className="pair">
        <Button isDisabled={isBusy} onClick={() => send({ type: 'refuse', request })}>
          {words.reject()}
        </Button>
        {hindrance === 'size' && !isOver ? (
          <Button kind="primary" onClick={() => send({ type: 'review', request })}>
            {text.Review.button()}
          </Button>
        ) : (
          <ArmedButton
            kind={lookOf(reading)}
            isArmed={isArmed}
            isBusy={isBusy}
            isBlocked={isBlocked}
            onPress={() => send({ type: 'approve', request })}
          >
            {(isBusy ? busy : isBlocked ? words.blocked : approve)()}
          </ArmedButton>
        )}
      </div>
      <p className={why ? 'hint bad' : 'hint'} role={why ? 'alert' : 'status'}>
        {isOver ? waits : (hint ?? waits ?? words.limit())}
      </p>
    </>
  )
}

const has = ({ flags }: Reading, grave: Severity) =>
  flags.some(({ severity }) => severity === grave)

/** What may cost all of it does not look like what costs nothing. */
const lookOf = (reading: Reading) =>
  reading.kind === 'deleteWallet' || has(reading, 'danger') ? 'danger' : 'primary'
