import { Coin } from '../Coin/Coin.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { SkeletonRow } from '../Skeleton/Skeleton.tsx'
import { Tag } from '../Tag/Tag.tsx'
import { WalletIcon } from '../WalletIcon/WalletIcon.tsx'
import { ListItem } from './ListItem.tsx'

export const title = 'ListItem'

const nothing = () => {}
const LONG = 'The Extraordinarily Long Named Wallet of the Northern Harbours'

export const states = {
  rows: () => (
    <div>
      <ListItem
        icon={<WalletIcon name="Harbor" />}
        label="Harbor"
        end={<Tag kind="ok">Installed</Tag>}
        onClick={nothing}
      />
      <ListItem
        icon={<WalletIcon name="Kestrel" />}
        label="Kestrel"
        detail="On this device"
        end={<Tag>Recent</Tag>}
        onClick={nothing}
      />
      <ListItem
        icon={<WalletIcon name="All wallets" />}
        label="All wallets"
        end={<Tag kind="warn">New</Tag>}
        hasChevron
        href="https://example.org/"
      />
      <ListItem icon={<WalletIcon name="Quill" />} label="Quill" detail="Connected wallet" />
    </div>
  ),
  networks: () => (
    <div>
      <ListItem icon={<Coin name="Base" />} label="Base" isCurrent onClick={nothing} />
      <ListItem
        icon={<Coin name="Sepolia" />}
        label="Sepolia"
        end={<Tag>Test</Tag>}
        onClick={nothing}
      />
      <ListItem
        icon={<Coin name="Solana" />}
        label="Solana"
        detail="Not offered by Harbor"
        isDisabled
        onClick={nothing}
      />
    </div>
  ),
  long: () => (
    <div>
      <ListItem
        icon={<WalletIcon name={LONG} />}
        label={LONG}
        detail={LONG}
        end={<Tag kind="ok">Installed</Tag>}
        hasChevron
        onClick={nothing}
      />
      <ListItem
        icon={<Icon name="wallet" />}
        label={'Harbor\u202etellaw ruoy evig'}
        end={<Tag>Installed</Tag>}
        onClick={nothing}
      />
    </div>
  ),
  skeleton: () => (
    <div>
      <SkeletonRow />
      <SkeletonRow />
    </div>
  ),
}
