import { Icon } from '../Icon/Icon.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { SkeletonRow } from '../Skeleton/Skeleton.tsx'
import { Tag } from '../Tag/Tag.tsx'
import { ListItem } from './ListItem.tsx'

export const title = 'ListItem'

const nothing = () => {}
const LONG = 'The Extraordinarily Long Named Wallet of the Northern Harbours'

export const states = {
  rows: () => (
    <div>
      <ListItem
        icon={<Picture of="wallet" name="Harbor" />}
        label="Harbor"
        end={<Tag kind="ok">Installed</Tag>}
        onClick={nothing}
      />
      <ListItem
        icon={<Picture of="wallet" name="Kestrel" />}
        label="Kestrel"
        detail="On this device"
        end={<Tag>Recent</Tag>}
        onClick={nothing}
      />
      <ListItem
        icon={<Picture of="wallet" name="All wallets" />}
        label="All wallets"
        end={<Tag>540+</Tag>}
        hasChevron
        href="https://example.org/"
      />
      <ListItem
        icon={<Picture of="wallet" name="Quill" />}
        label="Quill"
        detail="Connected wallet"
      />
    </div>
  ),
  networks: () => (
    <div>
      <ListItem
        icon={<Picture of="network" name="Base" />}
        label="Base"
        isCurrent
        onClick={nothing}
      />
      <ListItem
        icon={<Picture of="network" name="Sepolia" />}
        label="Sepolia"
        end={<Tag>Test</Tag>}
        onClick={nothing}
      />
      <ListItem
        icon={<Picture of="network" name="Solana" />}
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
        icon={<Picture of="wallet" name={LONG} />}
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
