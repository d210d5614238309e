import { Fragment } from 'react'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { Link } from '../../../../kit/src/Link/Link.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useText } from '../../text/useText.ts'
import { EmailWay, Or } from '../EmailWay.tsx'
import { FindAWallet } from '../FindAWallet.tsx'
import { Legal } from '../Legal.tsx'
import { Methods, useMethodsStatus } from '../Methods.tsx'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'
import { Wallets } from '../Wallets.tsx'

/** The ways to connect: the wallets of this browser, those the site and the operator put forward. */
export function Connect() {
  const text = useText()
  const words = text.Connect
  const { rows, all, methods, isCollapsed, isLoading } = useShown('catalog')
  const { walletGuide } = useShown('features')
  const { loading } = useShown('modal')
  const hasWallets = methods.includes('wallet')
  const hasEmail = methods.includes('email')
  const status = useMethodsStatus(hasWallets && !isCollapsed)
  const isBusy = loading || isLoading
  const isEmpty = !isBusy && rows.length === 0 && all === undefined
  const hasNone = isEmpty && !hasEmail
  // Accounts elsewhere have no way of their own yet.
  const ways = methods.filter(way => way === 'email' || (way === 'wallet' && !isEmpty))
  return (
    <ViewLayout
      name="Connect"
      title={text.titles.Connect()}
      help="WhatIsAWallet"
      isBusy={isBusy}
      status={status}
      foot={<Legal />}
    >
      {hasNone && !hasWallets ? (
        <StatusPanel subject="wallet" title={words.off.title()} body={words.off.body()} />
      ) : hasNone ? (
        <>
          <FindAWallet words={words.empty} />
          <p className="note">{words.empty.note()}</p>
        </>
      ) : (
        <Methods>
          {ways.map((way, at) => (
            <Fragment key={way}>
              {at > 0 && <Or />}
              {way === 'email' ? <EmailWay /> : isCollapsed ? <Collapsed /> : <Wallets />}
            </Fragment>
          ))}
        </Methods>
      )}
      {walletGuide && hasWallets && !hasNone && <Guide />}
    </ViewLayout>
  )
}

/** All wallets behind one row. */
function Collapsed() {
  const words = useText().Connect
  const send = useSend()
  return (
    <ListItem
      icon={<Emblem icon="wallet" />}
      label={words.collapsed()}
      hasChevron
      onClick={() => send({ type: 'show', view: 'ConnectWallets' })}
    />
  )
}

function Guide() {
  const words = useText().Connect
  const { rows, all } = useShown('catalog')
  const send = useSend()
  // Where no wallet is here, those that the guide names are the rows above.
  const isNamed =
    all !== undefined &&
    rows.every(({ kind, wallet }) => kind === 'walletConnect' || !wallet.providers.length)
  const view = isNamed ? 'AllWallets' : 'GetWallet'
  return (
    <p className="guide">
      {words.guide.question()}{' '}
      <Link onClick={() => send({ type: 'show', view })}>{words.guide.get()}</Link>
    </p>
  )
}
