import type { ReadingStep } from '../../generated/ReadingStep.ts'
import { keyed } from '../keyed.ts'
import { Rows } from './Rows.tsx'
import type { Drawing } from './values.ts'

type StepsProps = {
  title: string
  steps: readonly ReadingStep[]
  drawing: Drawing
  /** How many more there are. */
  leftOut?: number
  /** They are done one after the other. */
  isInOrder?: boolean
}

/** What it does, or what comes of it; what stands inside of something is drawn inside of it. */
export function Steps({ title, steps, drawing, leftOut = 0, isInOrder = false }: StepsProps) {
  const { words } = drawing
  if (steps.length === 0) return null
  const last = steps.at(-1)?.transaction ?? 0
  return (
    <section className="Steps">
      <h3>{title}</h3>
      <ol>
        {keyed(steps).map(({ key, part: { depth, transaction, act, rows } }, at) => (
          <li key={key} data-act={act} data-depth={Math.min(depth, 3)}>
            {last > 0 && transaction !== steps[at - 1]?.transaction && (
              <h4>{words.transaction({ number: transaction + 1 })}</h4>
            )}
            <p>
              {isInOrder && steps.length > 1
                ? words.step({ number: at + 1, act: words.acts[act]() })
                : words.acts[act]()}
            </p>
            <Rows rows={rows} drawing={drawing} />
          </li>
        ))}
      </ol>
      {leftOut > 0 && <p className="rest">{words.more({ count: leftOut })}</p>}
    </section>
  )
}
