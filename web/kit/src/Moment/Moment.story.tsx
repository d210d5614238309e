import { Button } from '../Button/Button.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { Tracer } from '../Tracer/Tracer.tsx'
import { Moment } from './Moment.tsx'

export const title = 'Moment'

export const states = {
  large: () => (
    <Moment
      subject={
        <Tracer isRunning>
          <Picture of="wallet" name="Harbor" size="large" />
        </Tracer>
      }
      title="Approve in Harbor"
      body="Harbor has opened a window. Check the address of this site, then connect."
      quote="What somebody else said about it (code -32603)"
    />
  ),
  small: () => (
    <Moment
      subject="wallet"
      title="No wallet here yet"
      body="A wallet holds your accounts and asks you before anything is signed."
    >
      <Button kind="primary" icon="external" href="https://example.org/">
        Find a wallet
      </Button>
    </Moment>
  ),
  bad: () => (
    <Moment
      role="alert"
      subject="warning"
      title="Wallets did not load"
      body="Check your connection, then try again."
    />
  ),
}
