import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import type { ReadingFlag } from '../../generated/ReadingFlag.ts'
import type { Severity } from '../../generated/Severity.ts'
import { keyed } from '../keyed.ts'
import { Rows } from './Rows.tsx'
import type { Drawing } from './values.ts'

const KINDS: { readonly [severity in Severity]: 'bad' | 'warn' } = {
  blocked: 'bad',
  danger: 'bad',
  notice: 'warn',
}

type FlagsProps = {
  flags: readonly ReadingFlag[]
  /** There is more than one step, so a flag names its own. */
  hasSteps: boolean
  drawing: Drawing
}

/** What must not be overlooked, the gravest first, as it came. */
export function Flags({ flags, hasSteps, drawing }: FlagsProps) {
  const { words } = drawing
  if (flags.length === 0) return null
  return (
    <ul className="Flags">
      {keyed(flags).map(({ key, part: { kind, severity, step, rows } }) => {
        const { title, body } = words.flags[kind]
        const cause =
          hasSteps && step !== undefined ? words.step({ number: step + 1, act: title() }) : title()
        return (
          <li key={key} data-flag={kind} data-severity={severity}>
            <Banner kind={KINDS[severity]} cause={cause}>
              {body()}
            </Banner>
            <Rows rows={rows} drawing={drawing} />
          </li>
        )
      })}
    </ul>
  )
}
