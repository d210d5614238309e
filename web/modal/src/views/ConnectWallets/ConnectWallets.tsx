import { useText } from '../../text/useText.ts'
import { Legal } from '../Legal.tsx'
import { Methods, useMethodsStatus } from '../Methods.tsx'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'
import { Wallets } from '../Wallets.tsx'

/** The wallets, where Connect has but one row for them. */
export function ConnectWallets() {
  const text = useText()
  const { isLoading } = useShown('catalog')
  return (
    <ViewLayout
      name="ConnectWallets"
      title={text.titles.ConnectWallets()}
      isBusy={isLoading}
      status={useMethodsStatus()}
      foot={<Legal />}
    >
      <Methods>
        <Wallets />
      </Methods>
    </ViewLayout>
  )
}
