import { Link } from '../../../kit/src/Link/Link.tsx'
import { useCountdown } from '../../../shell/src/views/useCountdown.ts'
import { useText } from '../text/useText.ts'
import { useSend, useSlice } from './frameStore.ts'

/** Another mail, as soon as one may be asked for. */
export function Resend() {
  const { resend } = useText()
  const { againAtMs, isLate } = useSlice('signIn')
  const send = useSend()
  const left = useCountdown(againAtMs)
  return (
    <div className="Resend">
      {isLate && <p>{resend.late()}</p>}
      {left > 0 ? (
        <p className="wait">{resend.wait({ seconds: left })}</p>
      ) : (
        <p>
          {resend.missing()} <Link onClick={() => send({ type: 'resend' })}>{resend.again()}</Link>
        </p>
      )}
    </div>
  )
}
