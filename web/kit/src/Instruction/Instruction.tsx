import type { ReactElement } from 'react'
import { StatusPanel } from '../StatusPanel/StatusPanel.tsx'

type InstructionProps = {
  /** What it is done with: a wallet's picture, a code. */
  subject: ReactElement
  title: string
  body: string
  /** One line below that changes again and again; an empty one keeps its place. */
  note?: string
  /** Said when it changes. */
  role?: 'status'
}

/** What to do, under what it is done with; in a low window beside it. */
export function Instruction(props: InstructionProps) {
  return (
    <div className="Instruction">
      <StatusPanel size="small" {...props} />
    </div>
  )
}
