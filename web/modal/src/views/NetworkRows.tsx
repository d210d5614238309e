import { ListItem } from '../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../kit/src/Picture/Picture.tsx'
import { Tag } from '../../../kit/src/Tag/Tag.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import type { NetworkRow } from '../generated/NetworkRow.ts'
import { plain } from '../text/format.ts'
import { useLazyText } from '../text/useText.ts'
import { useConnectedWallet } from './useConnectedWallet.ts'

type NetworkRowsProps = {
  rows: readonly NetworkRow[]
  /** The chain in use. */
  active?: string | undefined
}

/** Networks to go to. One that the connected wallet does not serve says so. */
export function NetworkRows({ rows, active }: NetworkRowsProps) {
  const words = useLazyText().Networks
  const wallet = useConnectedWallet()
  const send = useSend()
  return (
    <ul>
      {rows.map(({ id, name, image, testnet, unavailable }) => (
        <li key={id}>
          <ListItem
            data-network={id}
            icon={<Picture of="network" name={name} src={image} />}
            label={plain(name)}
            detail={unavailable && words.unavailable[unavailable]({ wallet })}
            end={testnet && <Tag>{words.test()}</Tag>}
            isCurrent={id === active}
            isDisabled={unavailable !== undefined}
            onClick={() => send({ type: 'switchNetwork', chain: id })}
          />
        </li>
      ))}
    </ul>
  )
}
