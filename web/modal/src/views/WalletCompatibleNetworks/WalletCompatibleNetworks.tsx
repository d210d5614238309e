import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { Tag } from '../../../../kit/src/Tag/Tag.tsx'
import type { NetworkRow } from '../../generated/NetworkRow.ts'
import { plain } from '../../text/format.ts'
import { useSpendText } from '../../text/useText.ts'
import { useCompatible } from '../useCompatible.ts'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** The networks where the account has its address; those that its wallet does not serve stand apart, and say so. */
export function WalletCompatibleNetworks() {
  const text = useSpendText()
  const words = text.WalletCompatibleNetworks
  const { served, others } = useCompatible()
  return (
    <ViewLayout name="WalletCompatibleNetworks" title={text.titles.WalletCompatibleNetworks()}>
      <p className="listNote">{words.note()}</p>
      <Rows of={served} />
      {others.length > 0 && (
        <section aria-label={words.others()}>
          <h3>{words.others()}</h3>
          <Rows of={others} />
        </section>
      )}
    </ViewLayout>
  )
}

function Rows({ of: networks }: { of: NetworkRow[] }) {
  const words = useSpendText().Networks
  const wallet = useConnectedWallet()
  return (
    <ul>
      {networks.map(({ id, name, image, testnet, unavailable }) => (
        <li key={id} className={unavailable && 'off'}>
          <ListItem
            data-network={id}
            icon={<Picture of="network" name={name} src={image} />}
            label={plain(name)}
            detail={unavailable && words.unavailable[unavailable]({ wallet })}
            end={testnet && <Tag>{words.test()}</Tag>}
          />
        </li>
      ))}
    </ul>
  )
}
