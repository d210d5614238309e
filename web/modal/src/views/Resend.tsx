import { Link } from '../../../kit/src/Link/Link.tsx'
import { useCountdown } from '../../../shell/src/views/useCountdown.ts'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { useEntryText } from '../text/useText.ts'
import { useEntry } from './useEntry.ts'

/** Another mail, as soon as one may be asked for. */
export function Resend() {
  const words = useEntryText().Resend
  const { againAtMs } = useEntry()
  const send = useSend()
  const left = useCountdown(againAtMs)
  return (
    <div className="Resend">
      {left > 0 ? (
        <p className="wait">{words.wait({ seconds: left })}</p>
      ) : (
        <p>
          {words.missing()}{' '}
          <Link onClick={() => send({ type: 'enter', what: { type: 'resend' } })}>
            {words.again()}
          </Link>
        </p>
      )}
    </div>
  )
}
