import { Button, type ButtonProps } from '../../../kit/src/Button/Button.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { useLazyText } from '../text/useText.ts'
import { useAccounts } from './useAccounts.ts'

/** The way out, of all accounts where there are several. */
export function DisconnectButton(looks: Pick<ButtonProps, 'kind' | 'icon'>) {
  const words = useLazyText().Account
  const { present } = useAccounts()
  const send = useSend()
  const [namespace, ...others] = present
  const isOne = namespace !== undefined && others.length === 0
  return (
    <Button
      {...looks}
      onClick={() => send(isOne ? { type: 'disconnect', namespace } : { type: 'disconnect' })}
    >
      {others.length > 0 ? words.disconnectAll() : words.disconnect()}
    </Button>
  )
}
