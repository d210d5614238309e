import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import type { Intent } from '../../generated/Intent.ts'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

/** What is to bring a wallet back is asked before one is made, and whom each way trusts. */
export function Choose() {
  const words = useLaterText().Choose
  const { step, isBusy, fault } = useSlice('signIn')
  const send = useSend()
  const why = useFault(fault)
  const isSignInEnough = step.type === 'choose' && step.isSignInEnough
  return (
    <section className="Choose" aria-labelledby="choose" aria-busy={isBusy}>
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
          <ListItem
            key={name}
            icon={<Emblem icon={icon} />}
            label={title()}
            detail={body()}
            hasChevron
            isDisabled={isBusy}
            onClick={() => send(intent)}
          />
        )
      })}
    </section>
  )
}

const WAYS = [
  { name: 'automatic', icon: 'mail', intent: { type: 'chooseSignIn' } },
  { name: 'passkey', icon: 'key', intent: { type: 'submitPasskey' } },
  { name: 'code', icon: 'paper', intent: { type: 'chooseCode' } },
] as const satisfies readonly { name: string; icon: string; intent: Intent }[]
