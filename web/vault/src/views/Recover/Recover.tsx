import { useId, useState } from 'react'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

/** How many words a recovery code has. */
const WORDS = 24

/** The wallet cannot be brought back without what its owner kept: a passkey, or the words of a recovery code. */
export function Recover() {
  const words = useLaterText().Recover
  const { step } = useSlice('signIn')
  const factors = step.type === 'recover' ? step.factors : []
  if (factors.includes('passkey')) return <Passkey />
  if (!factors.includes('code'))
    return (
      <div className="Recover">
        <StatusPanel subject="warning" title={words.other.title()} body={words.other.body()} />
      </div>
    )
  return (
    <div className="Recover">
      <StatusPanel subject="wallet" title={words.title()} body={words.body()}>
        <Words />
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
    <div className="Recover">
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
    </div>
  )
}

function Words() {
  const words = useLaterText().Recover
  const { isBusy, fault } = useSlice('signIn')
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
        {isBusy ? words.busy() : words.submit()}
      </Button>
    </div>
  )
}
