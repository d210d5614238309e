import { useEffect, useId, useRef } from 'react'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import type { Approval } from '../../generated/Approval.ts'
import type { Reading } from '../../generated/Reading.ts'
import type { ReadingRow } from '../../generated/ReadingRow.ts'
import { useLaterText, useLocale } from '../../text/useText.ts'
import { ApproveButton } from '../ApproveButton.tsx'
import { useSend, useSlice } from '../frameStore.ts'
import { useArming } from '../useArming.ts'
import { useFault } from '../useFault.ts'
import { Cost } from './Cost.tsx'
import { Flags } from './Flags.tsx'
import { Message } from './Message.tsx'
import { Rows } from './Rows.tsx'
import { Steps } from './Steps.tsx'

/** Something that a page wants signed: what it is, what must not be overlooked, and the two answers. */
export function Approve() {
  const approval = useSlice('approval')
  return approval ? <Shown key={approval.request} {...approval} /> : null
}

function Shown({ request, reading, isBusy, fault, waiting }: Approval) {
  const text = useLaterText()
  const words = text.Approve
  const { tag } = useLocale()
  const send = useSend()
  const place = useRef<HTMLElement>(null)
  const asks = useId()
  const { isArmed, hindrance } = useArming(place, request)
  const why = useFault(fault)
  const drawing = { tag, chain: reading.chain, words }
  const { verb, approve } = words.kinds[reading.kind]
  const isPasskey = reading.kind === 'newPasskey' || reading.kind === 'usePasskey'
  const isBlocked = reading.flags.some(({ severity }) => severity === 'blocked')
  // Whoever cannot see it hears at once what it is about; and the frame is in front.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const busy = isPasskey ? words.asking : words.busy
  const hint = why ?? (hindrance && words.arming[hindrance]())
  return (
    <section ref={place} className="Approve" tabIndex={-1} aria-labelledby={asks}>
      <header id={asks}>
        <Emblem icon="globe" />
        <p>
          <bdi className="origin">{reading.origin}</bdi>
          <span>{verb()}</span>
        </p>
      </header>
      {reading.kind === 'newPasskey' && (
        <Banner kind="warn" cause={words.alone.title()}>
          {words.alone.body()}
        </Banner>
      )}
      <Flags flags={reading.flags} drawing={drawing} />
      <Steps reading={reading} drawing={drawing} />
      <Message reading={reading} />
      <Rows title={words.facts()} rows={reading.rows} drawing={drawing} />
      <Cost cost={reading.cost} drawing={drawing} />
      <Rows rows={isPasskey ? [] : signerOf(reading)} drawing={drawing} />
      <footer>
        <Rows rows={reading.brief} drawing={drawing} isBrief />
        <div className="pair">
          <Button isDisabled={isBusy} onClick={() => send({ type: 'refuse', request })}>
            {words.reject()}
          </Button>
          <ApproveButton
            isArmed={isArmed}
            isBusy={isBusy}
            isBlocked={isBlocked}
            onApprove={() => send({ type: 'approve', request })}
          >
            {(isBusy ? busy : isBlocked ? words.blocked : approve)()}
          </ApproveButton>
        </div>
        <p className={why ? 'hint bad' : 'hint'} role={why ? 'alert' : 'status'}>
          {!isBusy && !isBlocked && hint}
          {!hint && waiting > 0 && words.waiting({ count: waiting })}
        </p>
      </footer>
    </section>
  )
}

/** Who signs, and where. */
const signerOf = ({ account, chain }: Reading): ReadingRow[] => [
  { label: 'account', value: account, kind: 'address' },
  { label: 'chain', value: chain, kind: 'chain' },
]
