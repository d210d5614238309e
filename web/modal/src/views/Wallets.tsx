import { ListItem } from '../../../kit/src/ListItem/ListItem.tsx'
import { Mosaic } from '../../../kit/src/Mosaic/Mosaic.tsx'
import { SkeletonRow } from '../../../kit/src/Skeleton/Skeleton.tsx'
import { Tag } from '../../../kit/src/Tag/Tag.tsx'
import { WalletIcon } from '../../../kit/src/WalletIcon/WalletIcon.tsx'
import { useSend } from '../../../shell/src/useSend.ts'
import type { RowKind } from '../generated/RowKind.ts'
import { plain } from '../text/format.ts'
import { text } from '../text/text.ts'
import { useShown } from './useShown.ts'

const words = text.Connect

/** As many rows as the dialog was painted with. */
const FIRST_ROWS = ['first', 'second', 'third']

/** The wallets to choose from, and the way to all of them. */
export function Wallets() {
  const { rows, all, isLoading, namespace } = useShown('catalog')
  const { loading } = useShown('modal')
  const send = useSend()
  const missing = isLoading || loading ? Math.max(1, FIRST_ROWS.length - rows.length) : 0
  return (
    <div className="Wallets">
      {namespace && <h3>{words.filtered({ namespace: text.namespaces[namespace]() })}</h3>}
      <ul>
        {rows.map(({ kind, wallet: { id, name, icon } }) => (
          <li key={`${kind} ${id}`}>
            <ListItem
              data-wallet={id}
              icon={<WalletIcon name={name} src={icon} />}
              label={plain(name)}
              end={tagOf(kind)}
              onClick={() => send({ type: 'connect', wallet: id })}
            />
          </li>
        ))}
        {FIRST_ROWS.slice(0, missing).map(row => (
          <li key={row}>
            <SkeletonRow />
          </li>
        ))}
        {all && (
          <li>
            <ListItem
              icon={<Mosaic />}
              label={text.titles.AllWallets()}
              end={
                <Tag>
                  <bdi dir="ltr">{all}</bdi>
                </Tag>
              }
              hasChevron
              onClick={() => send({ type: 'show', view: 'AllWallets' })}
            />
          </li>
        )}
      </ul>
    </div>
  )
}

function tagOf(kind: RowKind) {
  if (kind === 'installed') return <Tag kind="ok">{words.installed()}</Tag>
  if (kind === 'recent') return <Tag>{words.recent()}</Tag>
  return undefined
}
