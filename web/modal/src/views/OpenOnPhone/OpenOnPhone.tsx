import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Instruction } from '../../../../kit/src/Instruction/Instruction.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { QrCode } from '../../../../kit/src/QrCode/QrCode.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { plain, prose } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** A code with which a phone opens this page in the wallet, and the link in it. */
export function OpenOnPhone() {
  const text = useLazyText()
  const words = text.OpenOnPhone
  const { chosen } = useShown('directory')
  const send = useSend()
  const { name, icon } = chosen?.wallet ?? { name: text.any.wallet() }
  const wallet = prose(plain(name))
  return (
    <ViewLayout
      name="OpenOnPhone"
      title={plain(name)}
      foot={
        <Button icon="copy" onClick={() => send({ type: 'copyLink' })}>
          {words.copy()}
        </Button>
      }
    >
      {chosen?.code && (
        <Instruction
          subject={
            <QrCode {...chosen.code} label={words.code({ wallet })}>
              <Picture of="wallet" name={plain(name)} src={icon} />
            </QrCode>
          }
          title={words.title()}
          body={words.body({ wallet })}
        />
      )}
    </ViewLayout>
  )
}
