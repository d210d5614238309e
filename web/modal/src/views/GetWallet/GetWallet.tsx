import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Mosaic } from '../../../../kit/src/Mosaic/Mosaic.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { plain } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { FindAWallet } from '../FindAWallet.tsx'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** A few wallets for those who have none. */
export function GetWallet() {
  const text = useLazyText()
  const words = text.GetWallet
  const { guide } = useShown('directory')
  const send = useSend()
  return (
    <ViewLayout name="GetWallet" title={text.titles.GetWallet()}>
      {guide.length === 0 ? (
        <FindAWallet words={words.empty} />
      ) : (
        <ul>
          {guide.map(({ id, name, icon }) => (
            <li key={id}>
              <ListItem
                data-wallet={id}
                icon={<Picture of="wallet" name={name} src={icon} />}
                label={plain(name)}
                hasChevron
                onClick={() => send({ type: 'connect', wallet: id })}
              />
            </li>
          ))}
          <li>
            <ListItem
              icon={<Mosaic />}
              label={words.explore()}
              hasChevron
              onClick={() => send({ type: 'show', view: 'AllWallets' })}
            />
          </li>
        </ul>
      )}
    </ViewLayout>
  )
}
