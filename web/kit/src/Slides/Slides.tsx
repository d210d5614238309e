import { Drawing, type DrawingName } from '../Drawing/Drawing.tsx'
import { Moment } from '../Moment/Moment.tsx'

type Thought = { title(): string; body(): string }

/** An explanation: each thought under its drawing. */
export function Slides({ of }: { of: { [drawing in DrawingName]?: Thought } }) {
  return (
    <div className="Slides">
      {(Object.entries(of) as [DrawingName, Thought][]).map(([drawing, { title, body }]) => (
        <Moment
          key={drawing}
          size="small"
          subject={<Drawing name={drawing} />}
          title={title()}
          body={body()}
        />
      ))}
    </div>
  )
}
