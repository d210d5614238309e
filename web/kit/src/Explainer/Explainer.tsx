import { Drawing, type DrawingName } from '../Drawing/Drawing.tsx'
import { StatusPanel } from '../StatusPanel/StatusPanel.tsx'

type Thought = { title(): string; body(): string }

/** An explanation: each thought under its drawing. */
export function Explainer({ of }: { of: { [drawing in DrawingName]?: Thought } }) {
  return (
    <div className="Explainer">
      {(Object.entries(of) as [DrawingName, Thought][]).map(([drawing, { title, body }]) => (
        <StatusPanel
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
