import { Button } from './Button.tsx'

export const title = 'Button'

const nothing = () => {}

export const states = {
  kinds: () => (
    <>
      <Button kind="primary" onClick={nothing}>
        Try again
      </Button>
      <Button icon="copy" onClick={nothing}>
        Copy link
      </Button>
      <Button kind="danger" icon="disconnect" onClick={nothing}>
        Disconnect
      </Button>
      <Button kind="primary" icon="external" href="https://example.org/">
        Find a wallet
      </Button>
    </>
  ),
  busy: () => (
    <Button isBusy onClick={nothing}>
      Waiting for Harbor
    </Button>
  ),
  disabled: () => (
    <Button isDisabled onClick={nothing}>
      Disabled
    </Button>
  ),
  long: () => (
    <Button kind="primary" onClick={nothing}>
      Switch to the Northern Harbours Optimistic Rollup Testnet
    </Button>
  ),
}
