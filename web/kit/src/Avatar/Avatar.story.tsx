import { Avatar } from './Avatar.tsx'

export const title = 'Avatar'

const addresses = ['d8762e', '2f5bd0', '0e9f6e', '000000', 'ffffff', '8a63d2', 'd4a017', '3a3a3a']

export const states = {
  colours: () => addresses.map(six => <Avatar key={six} address={`0x${six.padEnd(40, '0')}`} />),
}
