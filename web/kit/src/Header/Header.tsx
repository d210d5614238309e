import type { ReactNode } from 'react'
import type { IconName } from '../Icon/Icon.tsx'
import { IconButton } from '../IconButton/IconButton.tsx'
import { TITLE_ID } from './titleId.ts'

type HeaderProps = {
  /** Names the dialog. */
  title: string
  /** What stands in the title's place, from the start edge; the title is then read but not seen. */
  lead?: ReactNode
  start?: HeaderButton | undefined
  close: { label: string; onClick: () => void }
}

type HeaderButton = { icon: IconName; label: string; onClick: () => void }

/** The 56 above every view: back or help, the title, close. */
export function Header({ title, lead, start, close }: HeaderProps) {
  return (
    <div className={lead ? 'Header wide' : 'Header'}>
      {lead ?? (start ? <IconButton {...start} /> : <span />)}
      <h2 id={TITLE_ID} className={lead ? 'unseen' : undefined}>
        <bdi className="cut">{title}</bdi>
      </h2>
      <IconButton icon="close" {...close} />
    </div>
  )
}
