import { Instruction } from '../../../../kit/src/Instruction/Instruction.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { Namespace } from '../../generated/Namespace.ts'
import type { NetworkRow } from '../../generated/NetworkRow.ts'
import { ownChains } from '../../generated/namespaces.ts'
import type { WalletRow } from '../../generated/WalletRow.ts'
import { plain, shorten } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** A wallet that works on several kinds of networks: which of them is to be connected. */
export function ConnectingMultiChain() {
  const text = useLazyText()
  const { wallet } = useShown('connect')
  const { list } = useShown('networks')
  const send = useSend()
  // The mark of the namespace's own chain, else of the site's first network there that has one.
  const imagesOf = (namespace: Namespace) => {
    const isOwn = ({ id }: NetworkRow) => Number(id === ownChains[namespace])
    const rows = list.filter(it => it.namespace === namespace)
    return rows.sort((a, b) => isOwn(b) - isOwn(a)).map(it => it.image ?? '')
  }
  // What a kind is good for here; one that is named as its only network says it already.
  const networksOf = (namespace: Namespace) => {
    const names = list.filter(it => it.namespace === namespace).map(it => plain(it.name))
    return names.join() !== text.namespaces[namespace]() && names.join(', ')
  }
  const connect = (namespace: Namespace, { id, isDouble }: WalletRow) =>
    send({ type: 'connect', wallet: id, namespace, isDouble })
  const name = plain(wallet?.name ?? text.any.wallet())
  return (
    <ViewLayout name="ConnectingMultiChain" title={name}>
      <Instruction
        subject={<Picture of="wallet" name={name} src={wallet?.icon} size="large" />}
        title={text.titles.ConnectingMultiChain()}
        body={text.ConnectingMultiChain.body({ wallet: shorten(name) })}
      />
      <ul>
        {wallet?.providers.map(({ namespace }) => (
          <li key={namespace}>
            <ListItem
              icon={
                <Picture
                  of="network"
                  name={text.namespaces[namespace]()}
                  src={imagesOf(namespace)}
                />
              }
              label={text.namespaces[namespace]()}
              detail={networksOf(namespace)}
              hasChevron
              onClick={() => connect(namespace, wallet)}
            />
          </li>
        ))}
      </ul>
    </ViewLayout>
  )
}
