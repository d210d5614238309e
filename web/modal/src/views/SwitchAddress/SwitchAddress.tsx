import { Face } from '../../../../kit/src/Face/Face.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { AccountEntry } from '../../generated/AccountEntry.ts'
import { plain } from '../../text/format.ts'
import { dollarText } from '../../text/money.ts'
import { shortened } from '../../text/shortened.ts'
import { useLocale, useSpendText } from '../../text/useText.ts'
import { useAccounts } from '../useAccounts.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** The accounts that the wallet shares on the network in use, what each is worth where that is known. */
export function SwitchAddress() {
  const text = useSpendText()
  const { account } = useAccounts()
  const all = account?.allAccounts ?? []
  return (
    <ViewLayout name="SwitchAddress" title={text.titles.SwitchAddress()}>
      <ul aria-label={text.SwitchAddress.list()}>
        {all.map(entry => (
          <li key={entry.address}>
            <Choice {...entry} isCurrent={entry.address === account?.address} />
          </li>
        ))}
      </ul>
    </ViewLayout>
  )
}

function Choice({ address, type, isCurrent }: AccountEntry & { isCurrent: boolean }) {
  const words = useSpendText().SwitchAddress
  const { account } = useAccounts()
  const send = useSend()
  const kind = type === 'eoa' ? undefined : words.kinds[type]()
  const name = account?.addressLabels?.[address] ?? (isCurrent ? account?.profileName : undefined)
  return (
    <ListItem
      icon={
        <Face address={address} size="row" src={isCurrent ? account?.profileImage : undefined} />
      }
      label={name ? plain(name) : shortened(address)}
      detail={name ? <bdi dir="ltr">{shortened(address)}</bdi> : kind}
      end={<Total of={address} />}
      isCurrent={isCurrent}
      onClick={() => send({ type: 'switchAddress', address })}
    />
  )
}

/** What an account is worth; nothing where nobody knows. */
function Total({ of: address }: { of: string }) {
  const words = useSpendText().Account
  const { tag } = useLocale()
  const { account } = useAccounts()
  const { on, read } = useShown('totals')
  const found = on === account?.chain ? read.find(it => it.address === address) : undefined
  if (!found) return null
  return (
    <span className="total">
      <bdi dir="ltr">{dollarText(tag, found.total)}</bdi>
      {found.isOfPart && <small> {words.atLeast()}</small>}
    </span>
  )
}
