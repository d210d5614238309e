import type { ReadingRow } from '../../generated/ReadingRow.ts'
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
        {rows.map((row, at) => (
          // Rows have no name of their own and keep their places.
          // biome-ignore lint/suspicious/noArrayIndexKey: they neither move nor change
          <div key={at} data-label={row.label}>
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
  const parts = groups(text)
  return (
    <bdi className="exact" dir="ltr">
      {parts.map((part, at) => {
        const isEnd = row.kind === 'address' && (at === 0 || at === parts.length - 1)
        // biome-ignore lint/suspicious/noArrayIndexKey: they neither move nor change
        return isEnd ? <b key={at}>{part}</b> : <span key={at}>{part}</span>
      })}
    </bdi>
  )
}
