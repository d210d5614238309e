import { Emblem } from '../Emblem/Emblem.tsx'
import { Tracer } from '../Tracer/Tracer.tsx'
import { WalletIcon } from '../WalletIcon/WalletIcon.tsx'
import { Moment } from './Moment.tsx'

export const title = 'Moment'

export const states = {
  large: () => (
    <Moment
      subject={
        <Tracer isRunning>
          <WalletIcon name="Harbor" size="large" />
        </Tracer>
      }
      title="Approve in Harbor"
    >
      <p>Harbor has opened a window. Check the address of this site, then connect.</p>
      <blockquote>
        <bdi>What somebody else said about it (code -32603)</bdi>
      </blockquote>
    </Moment>
  ),
  small: () => (
    <Moment size="small" subject={<Emblem isLarge icon="wallet" />} title="No wallet here yet">
      <p>A wallet holds your accounts and asks you before anything is signed.</p>
    </Moment>
  ),
}
