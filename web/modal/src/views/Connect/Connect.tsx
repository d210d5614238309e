import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { Header } from '../../../../kit/src/Header/Header.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { SkeletonRow } from '../../../../kit/src/Skeleton/Skeleton.tsx'
import { Tag } from '../../../../kit/src/Tag/Tag.tsx'
import { WalletIcon } from '../../../../kit/src/WalletIcon/WalletIcon.tsx'
import { useSend } from '../../../../shell/src/useSend.ts'
import { plain } from '../../text/format.ts'
import { text } from '../../text/text.ts'
import { useShown } from '../useShown.ts'

/** Where wallets can be found, by a publisher that sells none. */
const FIND_A_WALLET = 'https://ethereum.org/en/wallets/find-wallet/'

/** The wallets of this browser, in the order in which they announced themselves. */
export function Connect() {
  const { wallets } = useShown('catalog')
  const { loading } = useShown('modal')
  const send = useSend()
  const isEmpty = wallets.length === 0
  return (
    <div className="Connect place" aria-busy={loading}>
      <Header
        title={text.Connect.title()}
        close={{ label: text.dialog.close(), onClick: () => send({ type: 'close' }) }}
      />
      <p className="unseen" role="status">
        {!isEmpty && text.Connect.found({ count: wallets.length })}
      </p>
      <div className="body">
        {isEmpty && loading && <Loading />}
        {isEmpty && !loading && <Empty />}
        {!isEmpty && (
          <ul>
            {wallets.map(({ id, name, icon }) => (
              <li key={id}>
                <ListItem
                  data-wallet={id}
                  icon={<WalletIcon name={name} src={icon} />}
                  label={plain(name)}
                  end={<Tag kind="ok">{text.Connect.installed()}</Tag>}
                  onClick={() => send({ type: 'connect', wallet: id })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Loading() {
  return (
    <>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </>
  )
}

function Empty() {
  return (
    <>
      <div className="empty">
        <Emblem isLarge icon="wallet" />
        <h3>{text.Connect.empty.title()}</h3>
        <p>{text.Connect.empty.body()}</p>
      </div>
      <Button kind="primary" icon="external" href={FIND_A_WALLET}>
        {text.Connect.empty.find()} <span className="unseen">{text.dialog.newTab()}</span>
      </Button>
      <p className="note">{text.Connect.empty.note()}</p>
    </>
  )
}
