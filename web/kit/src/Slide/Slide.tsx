import { Drawing, type DrawingName } from '../Drawing/Drawing.tsx'

type SlideProps = { drawing: DrawingName; title: string; body: string }

/** One thought of an explanation: a drawing, what it is, what it means. */
export function Slide({ drawing, title, body }: SlideProps) {
  return (
    <div className="Slide">
      <Drawing name={drawing} />
      <h3>{title}</h3>
      <p>{body}</p>
    </div>
  )
}
