import type { ReadingCost } from '../../generated/ReadingCost.ts'
import { type Drawing, nativeText } from './values.ts'

/** What it can cost; nothing where nothing is sent. */
export function Cost({ cost, drawing }: { cost?: ReadingCost | undefined; drawing: Drawing }) {
  const { words } = drawing
  if (!cost) return null
  const { fee, value, total, balance, isMost } = cost
  const lines: [label: string, units: string][] = [[isMost ? words.fee() : words.feeAbout(), fee]]
  if (value !== '0') lines.push([words.sent(), value])
  if (value !== '0') lines.push([isMost ? words.total() : words.totalAbout(), total])
  const last = lines.length - 1
  if (balance !== undefined) lines.push([words.balance(), balance])
  return (
    <section className="Cost Rows">
      <h3>{words.cost()}</h3>
      <dl>
        {lines.map(([label, units], at) => (
          <div key={label} className={at === last ? 'total' : undefined}>
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
