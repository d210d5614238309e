import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Instruction } from '../../../../kit/src/Instruction/Instruction.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { plain, prose, shorten } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useAccounts } from '../useAccounts.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** A connected wallet has a request, and this browser opens it only at a tap. */
export function OpenWallet() {
  const text = useLazyText()
  const words = text.OpenWallet
  const { namespace } = useAccounts()
  const led = useShown('toast').led ?? namespace
  const accounts = useShown('accounts')
  const wallet = led && accounts[led]?.connectedWalletInfo
  const send = useSend()
  const name = plain(wallet?.name ?? text.any.wallet())
  return (
    <ViewLayout
      name="OpenWallet"
      title={name}
      foot={
        <Button kind="primary" icon="external" onClick={() => send({ type: 'openWallet' })}>
          {text.ConnectingWalletConnect.link.open({ wallet: shorten(name) })}
        </Button>
      }
    >
      <Instruction
        role="status"
        subject={<Picture of="wallet" name={name} src={wallet?.icon} size="large" />}
        title={words.title({ wallet: prose(name) })}
        body={words.body()}
      />
    </ViewLayout>
  )
}
