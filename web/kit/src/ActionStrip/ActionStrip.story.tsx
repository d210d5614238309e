import { ActionStrip } from './ActionStrip.tsx'

const nothing = () => {}

export const title = 'ActionStrip'

export const states = {
  four: () => (
    <ActionStrip
      label="Actions"
      actions={[
        { icon: 'wallet', label: 'Buy', onClick: nothing },
        { icon: 'swap', label: 'Swap', onClick: nothing },
        { icon: 'receive', label: 'Receive', onClick: nothing },
        { icon: 'send', label: 'Send', onClick: nothing },
      ]}
    />
  ),
  one: () => (
    <ActionStrip
      label="Actions"
      actions={[{ icon: 'receive', label: 'Receive', onClick: nothing }]}
    />
  ),
}
