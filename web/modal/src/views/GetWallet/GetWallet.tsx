import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Moment } from '../../../../kit/src/Moment/Moment.tsx'
import { Mosaic } from '../../../../kit/src/Mosaic/Mosaic.tsx'
import { WalletIcon } from '../../../../kit/src/WalletIcon/WalletIcon.tsx'
import { useSend } from '../../../../shell/src/useSend.ts'
import { plain } from '../../text/format.ts'
import { moreText } from '../../text/moreText.ts'
import { text } from '../../text/text.ts'
import { FIND_A_WALLET } from '../findAWallet.ts'
import { Place } from '../Place.tsx'
import { useShown } from '../useShown.ts'

const words = moreText.GetWallet

/** A few wallets for those who have none. */
export function GetWallet() {
  const { guide } = useShown('directory')
  const send = useSend()
  return (
    <Place name="GetWallet" title={text.titles.GetWallet()}>
      {guide.length === 0 ? (
        <Empty />
      ) : (
        <ul>
          {guide.map(({ id, name, icon }) => (
            <li key={id}>
              <ListItem
                data-wallet={id}
                icon={<WalletIcon name={name} src={icon} />}
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
    </Place>
  )
}

function Empty() {
  return (
    <>
      <Moment size="small" subject={<Emblem isLarge icon="wallet" />} title={words.empty.title()}>
        <p>{words.empty.body()}</p>
      </Moment>
      <Button kind="primary" icon="external" href={FIND_A_WALLET}>
        {text.Connect.empty.find()} <span className="unseen">{text.dialog.newTab()}</span>
      </Button>
    </>
  )
}
