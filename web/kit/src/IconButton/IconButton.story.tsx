import { IconButton } from './IconButton.tsx'

export const title = 'IconButton'

const nothing = () => {}

export const states = {
  usual: () => <IconButton icon="close" label="Close" onClick={nothing} />,
  small: () => <IconButton icon="close" small label="Clear" onClick={nothing} />,
  tip: () => <IconButton icon="disconnect" label="Disconnect Solana" hasTip onClick={nothing} />,
}
