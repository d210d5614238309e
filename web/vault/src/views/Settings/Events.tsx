import { useState } from 'react'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { useLaterText } from '../../text/useText.ts'
import { useSlice } from '../frameStore.ts'
import { keyed } from '../keyed.ts'
import { useMoment } from '../useMoment.ts'

/** How many show at first. */
const FEW = 4

/** What happened to the wallet, the newest first. */
export function Events() {
  const words = useLaterText().Settings
  const { events, isWhole } = useSlice('settings')
  const [showsAll, setShowsAll] = useState(false)
  const moment = useMoment()
  if (events.length === 0) return null
  const shown = showsAll ? events : events.slice(0, FEW)
  return (
    <section className="Events">
      <h3>{words.events()}</h3>
      {!isWhole && <Banner kind="warn" cause={words.eventsMissing()} />}
      <ul>
        {keyed(shown).map(({ key, part: { kind, browser, origin, atMs } }) => (
          <li key={key}>
            <b>{kindText(kind, words.kinds)}</b>
            <span>{words.at({ browser, origin, moment: moment(atMs) })}</span>
          </li>
        ))}
      </ul>
      {!showsAll && events.length > FEW && (
        <Button onClick={() => setShowsAll(true)}>{words.allEvents()}</Button>
      )}
    </section>
  )
}

/** What is new to this page is shown as it came. */
const kindText = (kind: string, kinds: { readonly [kind: string]: () => string }) =>
  Object.hasOwn(kinds, kind) ? (kinds[kind]?.() ?? kind) : kind
