import type { ReadingCost } from '../../generated/ReadingCost.ts'
import { type Drawing, nativeText } from './values.ts'

/** What it can cost; nothing where nothing is sent. */
export function Cost({ cost, drawing }: { cost?: ReadingCost | undefined; drawing: Drawing }) {
  const { words } = drawing
  if (!cost) return null
  const { fee, value, total, isMost } = cost
  const lines = [
    [isMost ? words.fee() : words.feeAbout(), fee],
    ...(value === '0' ? [] : [[words.sent(), value]]),
    ...(value === '0' ? [] : [[isMost ? words.total() : words.totalAbout(), total]]),
  ] as [string, string][]
  return (
    <section className="Cost Rows">
      <h3>{words.cost()}</h3>
      <dl>
        {lines.map(([label, units]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{nativeText(units, drawing)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
