import { useEffect, useId, useRef } from 'react'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import type { Approval } from '../../generated/Approval.ts'
import type { Reading } from '../../generated/Reading.ts'
import type { ReadingRow } from '../../generated/ReadingRow.ts'
import { useLaterText, useLocale } from '../../text/useText.ts'
import { Foot } from '../Foot.tsx'
import { useSlice } from '../frameStore.ts'
import { ownKind } from '../ownKinds.ts'
import { useArming } from '../useArming.ts'
import { Answers } from './Answers.tsx'
import { Cost } from './Cost.tsx'
import { Flags } from './Flags.tsx'
import { Message } from './Message.tsx'
import { Rows } from './Rows.tsx'
import { Steps } from './Steps.tsx'
import { type Drawing, drawn } from './values.ts'

/** Something that a page wants signed: what it is, what must not be overlooked, and the two answers. */
export function Approve() {
  const approval = useSlice('approval')
  return approval ? <Shown key={approval.request} {...approval} /> : null
}

function Shown(approval: Approval) {
  const { request, reading } = approval
  const text = useLaterText()
  const words = text.Approve
  const { tag } = useLocale()
  const place = useRef<HTMLElement>(null)
  const asks = useId()
  const arming = useArming(place, request)
  const drawing = { tag, chain: reading.chain, words }
  const { verb } = words.kinds[reading.kind]
  const own = ownKind(reading.kind)
  const isPasskey = reading.kind === 'newPasskey' || reading.kind === 'usePasskey'
  // Of a sign-in all is said in rows: its text comes last.
  const isSignIn = reading.kind === 'signIn'
  const message = <Message reading={reading} />
  const signer = signerOf(reading)
  const facts = rest(reading.rows, [...reading.brief, ...signer], drawing)
  // Whoever cannot see it hears at once what it is about; and the frame is in front.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={place} className="Approve" tabIndex={-1} aria-labelledby={asks}>
      <header id={asks}>
        <Emblem icon="globe" />
        <p>
          {own ? (
            <>
              <strong>{verb()}</strong>
              <bdi className="origin">{reading.origin}</bdi>
            </>
          ) : (
            <>
              <strong>
                <bdi className="origin">{reading.origin}</bdi>
              </strong>
              <span>{verb()}</span>
            </>
          )}
        </p>
      </header>
      {own && own !== 'usePasskey' && (
        <Banner kind="warn" cause={words.warnings[own]()}>
          {own === 'newPasskey' && reading.account && text.Factor.before()}
        </Banner>
      )}
      <Flags flags={reading.flags} hasSteps={reading.steps.length > 1} drawing={drawing} />
      {reading.changes && (
        <Steps title={words.changes()} steps={reading.changes} drawing={drawing} />
      )}
      <Steps
        title={words.steps()}
        steps={reading.steps}
        drawing={drawing}
        leftOut={reading.stepsLeftOut}
        isInOrder
      />
      {isSignIn || message}
      <Rows title={words.facts()} rows={facts} drawing={drawing} />
      <Cost cost={reading.cost} drawing={drawing} />
      <Rows rows={signer} drawing={drawing} />
      {isSignIn && message}
      <Foot>
        <Rows rows={reading.brief} drawing={drawing} isBrief />
        <Answers {...approval} arming={arming} busy={isPasskey ? words.asking : words.busy} />
      </Foot>
    </section>
  )
}

/** Rows without those that say what another place says already. */
function rest(rows: ReadingRow[], said: ReadingRow[], drawing: Drawing): ReadingRow[] {
  const words = ({ label, ...row }: ReadingRow) => `${label} ${drawn(row, drawing).text}`
  const known = new Set(said.map(words))
  return rows.filter(row => !known.has(words(row)))
}

/** Who signs, and where: as far as it is anything on a chain. */
function signerOf({ kind, account, chain }: Reading): ReadingRow[] {
  if (ownKind(kind) || kind === 'newEmail') return []
  return [
    { label: 'account', value: account, kind: 'address' },
    { label: 'chain', value: chain, kind: 'chain' },
  ]
}
