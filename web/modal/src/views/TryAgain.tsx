import { Link } from '../../../kit/src/Link/Link.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { useLazyText } from '../text/useText.ts'

/** Has all that the account holds and did read again. */
export function TryAgain({ isBusy }: { isBusy: boolean }) {
  const words = useLazyText().dialog
  const send = useSend()
  return (
    <Link isBusy={isBusy} onClick={() => send({ type: 'refreshBalance' })}>
      {isBusy ? words.tryingAgain() : words.tryAgain()}
    </Link>
  )
}
