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

/** What must not be overlooked, the gravest first, as it came. */
export function Flags({ flags, drawing }: { flags: readonly ReadingFlag[]; drawing: Drawing }) {
  if (flags.length === 0) return null
  return (
    <ul className="Flags">
      {keyed(flags).map(({ key, part: { kind, severity, rows } }) => {
        const { title, body } = drawing.words.flags[kind]
        return (
          <li key={key} data-flag={kind} data-severity={severity}>
            <Banner kind={KINDS[severity]} cause={title()}>
              {body()}
            </Banner>
            <Rows rows={rows} drawing={drawing} />
          </li>
        )
      })}
    </ul>
  )
}
