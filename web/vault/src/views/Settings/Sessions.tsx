import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Tag } from '../../../../kit/src/Tag/Tag.tsx'
import type { VaultSession } from '../../generated/VaultSession.ts'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useMoment } from '../useMoment.ts'

/** Where somebody is signed in. Whatever is not this browser can be signed out. */
export function Sessions() {
  const words = useLaterText().Settings
  const { sessions, email, isBusy } = useSlice('settings')
  const send = useSend()
  if (sessions.length === 0) return null
  return (
    <section className="Sessions">
      <h3>{words.signedIn({ email })}</h3>
      <ul>
        {sessions.map(session => (
          <li key={session.id} data-session={session.id}>
            <Session {...session} />
          </li>
        ))}
      </ul>
      {sessions.filter(({ isThis }) => !isThis).length > 1 && (
        <Button isDisabled={isBusy} onClick={() => send({ type: 'revokeSession' })}>
          {words.signOutElsewhere()}
        </Button>
      )}
    </section>
  )
}

function Session({ id, browser, origin, seenAtMs, isThis }: VaultSession) {
  const words = useLaterText().Settings
  const { isBusy } = useSlice('settings')
  const send = useSend()
  const moment = useMoment()
  const out = (
    <button
      type="button"
      className="out"
      disabled={isBusy}
      aria-label={words.signOutThere({ browser, origin })}
      onClick={() => send({ type: 'revokeSession', id })}
    >
      {words.signOut()}
    </button>
  )
  return (
    <ListItem
      icon={<Emblem icon="globe" />}
      label={browser}
      detail={words.seen({ origin, moment: moment(seenAtMs) })}
      end={isThis ? <Tag>{words.here()}</Tag> : out}
    />
  )
}
