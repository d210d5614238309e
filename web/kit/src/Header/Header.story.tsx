import { Pill } from '../Pill/Pill.tsx'
import { Header } from './Header.tsx'

export const title = 'Header'
export const isInDialog = true

const nothing = () => {}
const close = { label: 'Close', onClick: nothing }

export const states = {
  back: () => (
    <Header
      title="Harbor"
      start={{ icon: 'back', label: 'Back', onClick: nothing }}
      close={close}
    />
  ),
  help: () => (
    <Header
      title="Connect"
      start={{ icon: 'help', label: 'What is a wallet?', onClick: nothing }}
      close={close}
    />
  ),
  long: () => (
    <Header
      title="The Extraordinarily Long Named Wallet of the Northern Harbours"
      start={{ icon: 'back', label: 'Back', onClick: nothing }}
      close={close}
    />
  ),
  network: () => (
    <Header
      title="Account"
      lead={<Pill label="Base" name="Network: Base" onClick={nothing} />}
      close={close}
    />
  ),
}
