import type { ReactNode } from 'react'

type EntryProps = {
  /** 40 square. */
  icon: ReactNode
  /** One line, cut at its end. A text of somebody else: it is kept apart from ours in direction. */
  label: string
  /** Below it, one line. */
  detail: ReactNode
  /** At the end, in the line of the label: a value, a date. */
  value: ReactNode
  /** Below it. */
  note?: ReactNode
  /** Where it can be looked up; it opens beside this page. */
  href?: string | undefined
  /** Says so. */
  newTab?: string
}

/** A row of two lines. In each what is at the end keeps its width as far as that can be. */
export function Entry({ icon, label, detail, value, note, href, newTab }: EntryProps) {
  const content = (
    <>
      {icon}
      <span className="lines">
        <span className="line">
          <bdi className="name cut">{label}</bdi>
          <span className="value cut">{value}</span>
        </span>
        <span className="line">
          <span className="detail cut">{detail}</span>
          {note && <span className="note cut">{note}</span>}
        </span>
      </span>
    </>
  )
  if (!href) return <div className="ListItem Entry">{content}</div>
  return (
    <a className="ListItem Entry" href={href} target="_blank" rel="noopener noreferrer">
      {content}
      {newTab && <span className="unseen">{newTab}</span>}
    </a>
  )
}
