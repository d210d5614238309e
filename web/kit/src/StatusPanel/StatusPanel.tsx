import type { ReactElement, ReactNode } from 'react'
import { Emblem } from '../Emblem/Emblem.tsx'
import type { IconName } from '../Icon/Icon.tsx'

type StatusPanelProps = {
  /** What it is about, drawn above: a picture, a drawing, or the icon of an empty place. */
  subject: ReactElement | IconName
  /** The one sentence. */
  title: string
  /** What it means. */
  body: string
  /** What somebody else said about it. */
  quote?: string | undefined
  /** One line that changes again and again: not said in its role. An empty one keeps its place. */
  note?: string | undefined
  /** Where more than a button follows, or over an empty place. */
  size?: 'large' | 'small'
  /** Said when it changes: `status`, or at once: `alert`, which is drawn as bad. */
  role?: 'status' | 'alert'
  /** The way on. */
  children?: ReactNode
}

/** One subject in the middle, and what there is to say about it: connecting, a result, an empty place. */
export function StatusPanel({
  subject,
  title,
  body,
  quote,
  note,
  size = typeof subject === 'string' ? 'small' : 'large',
  role,
  children,
}: StatusPanelProps) {
  return (
    <div className={`StatusPanel ${size}`}>
      {typeof subject === 'string' ? (
        <Emblem isLarge kind={role === 'alert' ? 'bad' : 'neutral'} icon={subject} />
      ) : (
        subject
      )}
      {/* A new function with each rendering, so that it is called after each. */}
      <div className="said" ref={said => keepHeight(said)}>
        <div role={role}>
          <h3>{whole(title)}</h3>
          <p>{whole(body)}</p>
          {quote && (
            <blockquote>
              <bdi>{quote}</bdi>
            </blockquote>
          )}
        </div>
        {note !== undefined && <p className="note">{note}</p>}
      </div>
      {children}
    </div>
  )
}

/** A text of which no line ends at a hyphen, where the word has room on one. */
const whole = (text: string) => text.split(/(\S+-\S+)/).map(wordOf)

/** Every other one has a hyphen. */
const wordOf = (word: string, place: number) =>
  place % 2 === 0 ? (
    word
  ) : (
    <span key={place} className="word">
      {word}
    </span>
  )

/** What was said may be followed by less: what stands below does not move up. */
function keepHeight(said: HTMLElement | null) {
  if (said) said.style.minBlockSize = `${said.offsetHeight}px`
}
