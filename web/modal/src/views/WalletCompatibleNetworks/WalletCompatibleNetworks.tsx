import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { Tag } from '../../../../kit/src/Tag/Tag.tsx'
import { plain } from '../../text/format.ts'
import { useSpendText } from '../../text/useText.ts'
import { useAccounts } from '../useAccounts.ts'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** The networks where the account has its address; those that its wallet does not serve come last, and say so. */
export function WalletCompatibleNetworks() {
  const text = useSpendText()
  const { namespace } = useAccounts()
  const { list } = useShown('networks')
  const wallet = useConnectedWallet()
  const networks = list
    .filter(row => row.namespace === namespace)
    .sort((a, b) => Number(a.unavailable !== undefined) - Number(b.unavailable !== undefined))
  return (
    <ViewLayout
      name="WalletCompatibleNetworks"
      title={text.titles.WalletCompatibleNetworks()}
      foot={<p className="Legal">{text.WalletCompatibleNetworks.note()}</p>}
    >
      <ul>
        {networks.map(({ id, name, image, testnet, unavailable }) => (
          <li key={id} className={unavailable && 'off'}>
            <ListItem
              data-network={id}
              icon={<Picture of="network" name={name} src={image} />}
              label={plain(name)}
              detail={unavailable && text.Networks.unavailable[unavailable]({ wallet })}
              end={testnet && <Tag>{text.Networks.test()}</Tag>}
            />
          </li>
        ))}
      </ul>
    </ViewLayout>
  )
}
