import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { Namespace } from '../../generated/Namespace.ts'
import { useLazyText } from '../../text/useText.ts'
import { NetworkRows } from '../NetworkRows.tsx'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** The wallet is on a network that the site does not have: those it has, and the way out. */
export function UnsupportedChain() {
  const text = useLazyText()
  const words = text.UnsupportedChain
  const { list } = useShown('networks')
  const accounts = useShown('accounts')
  const send = useSend()
  const connected = Object.keys(accounts) as Namespace[]
  const namespace = connected.find(name => !accounts[name]?.isSupported)
  return (
    <ViewLayout
      name="UnsupportedChain"
      title={text.titles.UnsupportedChain()}
      foot={
        <Button onClick={() => send({ type: 'disconnect', ...(namespace && { namespace }) })}>
          {text.Account.disconnect()}
        </Button>
      }
    >
      <Banner kind="warn" cause={text.Account.unsupported()}>
        {words.body()}
      </Banner>
      <NetworkRows rows={list} />
    </ViewLayout>
  )
}
