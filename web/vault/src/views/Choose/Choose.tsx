import { useEffect, useRef } from 'react'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import type { Intent } from '../../generated/Intent.ts'
import { useLaterText } from '../../text/useText.ts'
import { Armed } from '../ArmedButton.tsx'
import { useSend, useSlice } from '../frameStore.ts'
import { useArming } from '../useArming.ts'
import { useFault } from '../useFault.ts'

/**
 * What is to bring a wallet back is asked before one is made, and whom each way trusts. It is chosen by whoever could see
 * it for a while, as something is approved.
 */
export function Choose() {
  const { Choose: words, Approve } = useLaterText()
  const { step, isBusy, fault } = useSlice('signIn')
  const send = useSend()
  const why = useFault(fault)
  const place = useRef<HTMLElement>(null)
  const { isArmed, hindrance } = useArming(place)
  const isReady = isArmed && !isBusy
  // As in Approve: nothing is chosen in a frame that is not in front.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const isSignInEnough = step.type === 'choose' && step.isSignInEnough
  return (
    <section
      ref={place}
      tabIndex={-1}
      className="Choose"
      aria-labelledby="choose"
      aria-busy={isBusy}
    >
      <h3 id="choose">{words.title()}</h3>
      <p>{words.body()}</p>
      {why && (
        <div role="alert">
          <Banner kind="warn" cause={why} />
        </div>
      )}
      {WAYS.map(({ name, icon, intent }) => {
        if (name === 'automatic' && !isSignInEnough) return null
        const { title, body } = words[name]
        return (
          <Armed key={name} isReady={isReady} onPress={() => send(intent)}>
            <ListItem
              icon={<Emblem icon={icon} />}
              label={title()}
              detail={body()}
              hasChevron
              isDisabled={!isReady}
              onClick={() => {}}
            />
          </Armed>
        )
      })}
      <p className="hint" role="status">
        {hindrance && Approve.arming[hindrance]()}
      </p>
    </section>
  )
}

const WAYS = [
  { name: 'automatic', icon: 'mail', intent: { type: 'chooseSignIn' } },
  { name: 'passkey', icon: 'key', intent: { type: 'submitPasskey' } },
  { name: 'code', icon: 'paper', intent: { type: 'chooseCode' } },
] as const satisfies readonly { name: string; icon: string; intent: Intent }[]
