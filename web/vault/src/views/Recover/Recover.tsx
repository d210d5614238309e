import { useId, useState } from 'react'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import type { Fault } from '../../generated/Fault.ts'
import { useLaterText } from '../../text/useText.ts'
import { Confirm } from '../Confirm.tsx'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'
import { useMoment } from '../useMoment.ts'

/** How many words a recovery code has. */
const WORDS = 24

/** The wallet cannot be brought back without what its owner kept: a passkey, or the words of a recovery code. */
export function Recover() {
  const { Recover: words, Settings: said } = useLaterText()
  const [isLost, setLost] = useState(false)
  const moment = useMoment()
  const { step, isBusy, fault } = useSlice('signIn')
  const settings = useSlice('settings')
  if (settings.step === 'recover') return <Kept />
  if (isLost) return <Confirm step="delete" onDone={() => setLost(false)} />
  const asked = step.type === 'recover' ? step : undefined
  const factors = asked?.factors ?? []
  const leavesAtMs = asked?.leavesAtMs
  return (
    <div className="Recover">
      {leavesAtMs && <Banner kind="warn" cause={said.leaves({ moment: moment(leavesAtMs) })} />}
      {factors.includes('passkey') ? (
        <Passkey />
      ) : factors.includes('code') ? (
        <StatusPanel subject="wallet" title={words.title()} body={words.body()}>
          <Words isBusy={isBusy} fault={fault} button={words.submit()} busy={words.busy()} />
        </StatusPanel>
      ) : (
        <StatusPanel subject="warning" title={words.other.title()} body={words.other.body()} />
      )}
      {!leavesAtMs && (
        <Button isDisabled={isBusy} onClick={() => setLost(true)}>
          {words.lost()}
        </Button>
      )}
    </div>
  )
}

/** In the settings: something dear takes the code that its owner keeps. */
function Kept() {
  const words = useLaterText().Recover.kept
  const { isBusy, fault } = useSlice('settings')
  const send = useSend()
  return (
    <div className="Recover">
      <StatusPanel subject="key" title={words.title()} body={words.body()}>
        <Words isBusy={isBusy} fault={fault} button={words.submit()} busy={words.busy()} />
        <Button onClick={() => send({ type: 'hideWords' })}>{words.cancel()}</Button>
      </StatusPanel>
    </div>
  )
}

function Passkey() {
  const words = useLaterText().Recover
  const { isBusy, fault } = useSlice('signIn')
  const send = useSend()
  const why = useFault(fault)
  return (
    <StatusPanel
      role={why ? 'alert' : 'status'}
      subject={why ? 'warning' : 'key'}
      title={words.title()}
      body={why ?? words.passkey.body()}
    >
      <Button kind="primary" isBusy={isBusy} onClick={() => send({ type: 'submitPasskey' })}>
        {isBusy ? words.busy() : words.passkey.submit()}
      </Button>
    </StatusPanel>
  )
}

type WordsProps = { isBusy: boolean; fault: Fault | undefined; button: string; busy: string }

function Words({ isBusy, fault, button, busy }: WordsProps) {
  const words = useLaterText().Recover
  const [typed, setTyped] = useState('')
  const [told, setTold] = useState({ fault, typed: '' })
  const send = useSend()
  const about = useId()
  // What was said of words is not said of others.
  if (told.fault !== fault) setTold({ fault, typed })
  const why = useFault(told.typed === typed ? fault : undefined)
  const count = typed.split(/\s+/).filter(word => word !== '').length
  const submit = () => send({ type: 'submitCode', secret: typed })
  return (
    <div className="words">
      <textarea
        aria-label={words.label()}
        aria-describedby={about}
        aria-invalid={why ? true : undefined}
        // The words are English in every language.
        dir="ltr"
        rows={5}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        // As text: Preact takes `false` for none, and a browser may send what it checks.
        spellCheck="false"
        readOnly={isBusy}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <p id={about} className={why ? 'why' : 'count'} role={why ? 'alert' : undefined}>
        {why ?? words.count({ count, all: WORDS })}
      </p>
      <Button kind="primary" isBusy={isBusy} isDisabled={count !== WORDS} onClick={submit}>
        {isBusy ? busy : button}
      </Button>
    </div>
  )
}
