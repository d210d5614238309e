import type { FrameView } from '../generated/FrameView.ts'
import { useText } from '../text/useText.ts'
import { FramePlace } from './FramePlace.tsx'
import { ViewLayout } from './ViewLayout.tsx'

/** The views that the vault's frame draws: of the modal they have the header alone. */
export const frameViews = {
  EmailLogin: () => <Framed view="EmailLogin" />,
  EmailVerifyOtp: () => <Framed view="EmailVerifyOtp" />,
  EmailVerifyDevice: () => <Framed view="EmailVerifyDevice" />,
  UpdateEmailWallet: () => <Framed view="UpdateEmailWallet" />,
  UpdateEmailPrimaryOtp: () => <Framed view="UpdateEmailPrimaryOtp" />,
  UpdateEmailSecondaryOtp: () => <Framed view="UpdateEmailSecondaryOtp" />,
  ApproveTransaction: () => <Framed view="ApproveTransaction" />,
  WalletSettings: () => <Framed view="WalletSettings" />,
}

function Framed({ view }: { view: FrameView }) {
  const text = useText()
  return (
    <ViewLayout name={view} title={text.titles[view]()}>
      <FramePlace view={view} />
    </ViewLayout>
  )
}
