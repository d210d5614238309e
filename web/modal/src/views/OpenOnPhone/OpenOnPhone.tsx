import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Instruction } from '../../../../kit/src/Instruction/Instruction.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { QrCode } from '../../../../kit/src/QrCode/QrCode.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { plain, prose } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useCopied } from '../useCopied.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** A code with which a phone opens this page, in a wallet or in any, and the link in it. */
export function OpenOnPhone() {
  const text = useLazyText()
  const words = text.OpenOnPhone
  const { chosen } = useShown('directory')
  const send = useSend()
  const copied = useCopied(chosen?.code?.address)
  const { name, icon } = chosen?.wallet ?? { name: text.any.wallet() }
  const wallet = prose(plain(name))
  const isAny = !chosen?.codeUrl
  const said = isAny ? words.any : words
  return (
    <ViewLayout
      name="OpenOnPhone"
      title={isAny ? text.titles.OpenOnPhone() : plain(name)}
      status={copied?.text ?? false}
      foot={
        <Button icon={copied?.icon ?? 'copy'} onClick={() => send({ type: 'copyLink' })}>
          {copied?.text ?? words.copy()}
        </Button>
      }
    >
      {chosen?.code && (
        <Instruction
          subject={
            <QrCode {...chosen.code} label={said.code({ wallet })}>
              <Picture of="wallet" name={isAny ? '' : plain(name)} src={icon} />
            </QrCode>
          }
          title={said.title()}
          body={said.body({ wallet })}
        />
      )}
    </ViewLayout>
  )
}
