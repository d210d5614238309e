import { type ReactNode, useState } from 'react'
import { Header } from '../../../kit/src/Header/Header.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import type { View } from '../generated/View.ts'
import { useText } from '../text/useText.ts'
import { Body } from './Body.tsx'
import { useShown } from './useShown.ts'

type ViewLayoutProps = {
  /** The view's name, which is its class too. */
  name: View | 'Unexpected'
  title: string
  /** What stands in the title's place, from the start edge. */
  lead?: ReactNode
  /** The view that explains this one, offered where there is no way back. */
  help?: 'WhatIsAWallet' | 'WhatIsANetwork'
  isBusy?: boolean
  /** Said when it changes, to whoever does not see what changed. */
  status?: string | false | undefined
  /** What stays between the header and what scrolls. */
  top?: ReactNode
  /** What stays below; where it would leave too little room to read, it scrolls along. */
  foot?: ReactNode
  /** What else there is; it makes way for `foot` where that scrolls along. */
  more?: ReactNode
  children: ReactNode
}

/** What every view is: a header with the ways back and out, what scrolls, what stays. */
export function ViewLayout({
  name,
  title,
  lead,
  help,
  isBusy,
  status,
  top,
  foot,
  more,
  children,
}: ViewLayoutProps) {
  const text = useText()
  const { history } = useShown('route')
  const send = useSend()
  const [isLow, setLow] = useState(false)
  const below = foot && <div className="foot">{foot}</div>
  const hasBack = name !== 'Unexpected' && history.length > 1
  const start = hasBack
    ? { icon: 'back' as const, label: text.dialog.back(), onClick: () => send({ type: 'back' }) }
    : help && {
        icon: 'help' as const,
        label: text.titles[help](),
        onClick: () => send({ type: 'show', view: help }),
      }
  return (
    <div className={`${name} layout`} aria-busy={isBusy}>
      <Header
        title={title}
        lead={lead}
        start={start}
        close={{ label: text.dialog.close(), onClick: () => send({ type: 'dismiss' }) }}
      />
      {status !== undefined && (
        <p className="unseen" role="status">
          {status}
        </p>
      )}
      {top && <div className="top">{top}</div>}
      <Body title={title} onRoom={setLow}>
        {children}
        {isLow && below}
        {more}
      </Body>
      {!isLow && below}
    </div>
  )
}
