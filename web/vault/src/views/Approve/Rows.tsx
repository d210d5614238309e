import type { ReadingRow } from '../../generated/ReadingRow.ts'
import { keyed } from '../keyed.ts'
import { type Drawing, drawn, groups } from './values.ts'

type RowsProps = {
  title?: string
  rows: readonly ReadingRow[]
  drawing: Drawing
  /** Beside the buttons: without a ground of its own. */
  isBrief?: boolean
}

/** Values, each under what it is. An address shows whole. */
export function Rows({ title, rows, drawing, isBrief = false }: RowsProps) {
  if (rows.length === 0) return null
  return (
    <section className={isBrief ? 'Rows brief' : 'Rows'}>
      {title && <h3>{title}</h3>}
      <dl>
        {keyed(rows).map(({ key, part: row }) => (
          <div key={key} data-label={row.label}>
            <dt>{drawing.words.labels[row.label]()}</dt>
            <dd>
              <Value row={row} drawing={drawing} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Value({ row, drawing }: { row: ReadingRow; drawing: Drawing }) {
  const { text, isExact } = drawn(row, drawing)
  if (!isExact) return <bdi>{text}</bdi>
  const parts = keyed(groups(text))
  return (
    <bdi className="exact" dir="ltr">
      {parts.map(({ key, part }, at) => {
        const isEnd = row.kind === 'address' && (at === 0 || at === parts.length - 1)
        return isEnd ? <b key={key}>{part}</b> : <span key={key}>{part}</span>
      })}
    </bdi>
  )
}
