import { Button } from '../Button/Button.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { ProgressRing } from '../ProgressRing/ProgressRing.tsx'
import { StatusPanel } from './StatusPanel.tsx'

export const title = 'StatusPanel'

export const states = {
  large: () => (
    <StatusPanel
      subject={
        <ProgressRing isRunning>
          <Picture of="wallet" name="Harbor" size="large" />
        </ProgressRing>
      }
      title="Approve in Harbor"
      body="Look for Harbor’s window. Check the address of this site there, then connect."
      quote="What somebody else said about it (code -32603)"
    />
  ),
  small: () => (
    <StatusPanel
      subject="wallet"
      title="No wallet here yet"
      body="A wallet holds your accounts and asks you before anything is signed."
    >
      <Button kind="primary" icon="external" href="https://example.org/">
        Find a wallet
      </Button>
    </StatusPanel>
  ),
  bad: () => (
    <StatusPanel
      role="alert"
      subject="warning"
      title="Wallets did not load"
      body="Check your connection, then try again."
    />
  ),
}
