import type { Reading } from '../../generated/Reading.ts'
import { keyed } from '../keyed.ts'
import { Rows } from './Rows.tsx'
import type { Drawing } from './values.ts'

/** What it does, in order; what stands inside of something is drawn inside of it. */
export function Steps({ reading, drawing }: { reading: Reading; drawing: Drawing }) {
  const { steps, stepsLeftOut } = reading
  const { words } = drawing
  if (steps.length === 0) return null
  return (
    <section className="Steps">
      <h3>{words.steps()}</h3>
      <ol>
        {keyed(steps).map(({ key, part: { depth, act, rows } }, at) => (
          <li key={key} data-act={act} data-depth={Math.min(depth, 3)}>
            <p>
              {steps.length > 1
                ? words.step({ number: at + 1, act: words.acts[act]() })
                : words.acts[act]()}
            </p>
            <Rows rows={rows} drawing={drawing} />
          </li>
        ))}
      </ol>
      {stepsLeftOut > 0 && <p className="rest">{words.more({ count: stepsLeftOut })}</p>}
    </section>
  )
}
