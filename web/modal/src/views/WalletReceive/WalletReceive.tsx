import { Button } from '../../../../kit/src/Button/Button.tsx'
import { CoinStack } from '../../../../kit/src/CoinStack/CoinStack.tsx'
import { Icon } from '../../../../kit/src/Icon/Icon.tsx'
import { QrCode } from '../../../../kit/src/QrCode/QrCode.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { isolate, plain } from '../../text/format.ts'
import { shortened } from '../../text/shortened.ts'
import { useSpendText } from '../../text/useText.ts'
import { Uncopied } from '../Owner.tsx'
import { useAccountNews } from '../useAccountNews.ts'
import { useAccounts } from '../useAccounts.ts'
import { useCompatible } from '../useCompatible.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** So many networks are told apart at a glance. */
const COINS = 5

/** A code without anything in it, before the address is in one. */
const EMPTY = { size: 33, dark: '' }

/** Where the account can be paid: its address as a code and in letters, and the networks where it is one. */
export function WalletReceive() {
  const text = useSpendText()
  const words = text.WalletReceive
  const { account } = useAccounts()
  const { code } = useShown('receive')
  const { isCopied } = useAccountNews()
  const send = useSend()
  const { address = '', profileName } = account ?? {}
  const [start, end] = halves(address)
  return (
    <ViewLayout
      name="WalletReceive"
      title={text.titles.WalletReceive()}
      status={isCopied ? text.toasts.addressCopied() : code ? false : words.making()}
      foot={
        <>
          <Uncopied instead={words.select()} />
          <Button
            kind="primary"
            icon={isCopied ? 'check' : 'copy'}
            isDisabled={!address}
            onClick={() => send({ type: 'copyAddress' })}
          >
            {isCopied ? text.toasts.addressCopied() : words.copy()}
          </Button>
        </>
      }
    >
      <QrCode
        {...(code ?? EMPTY)}
        isFaint={!code}
        label={words.code({ address: shortened(address) })}
      />
      <div className="payee">
        {profileName && <bdi className="name">{plain(profileName)}</bdi>}
        <bdi className="address" dir="ltr">
          {start}
          <wbr />
          {end}
        </bdi>
      </div>
      <Compatible />
    </ViewLayout>
  )
}

/** The address in two parts that are equally long, each a line where it does not fit into one. */
function halves(address: string): [string, string] {
  const middle = Math.ceil(address.length / 2)
  return [address.slice(0, middle), address.slice(middle)]
}

/** The networks where the address is the account's, the one in use first; a few of them by their coins. */
function Compatible() {
  const words = useSpendText().WalletReceive
  const { served } = useCompatible()
  const send = useSend()
  const [first, ...others] = served
  if (!first) return null
  const network = isolate(plain(first.name))
  return (
    <button
      type="button"
      className="only"
      onClick={() => send({ type: 'show', view: 'WalletCompatibleNetworks' })}
    >
      <CoinStack coins={served.slice(0, COINS).map(({ name, image }) => ({ name, src: image }))} />
      <span>
        {others.length === 0
          ? words.only({ network })
          : words.onlySome({ network, count: others.length })}
      </span>
      <Icon name="chevron" small />
    </button>
  )
}
