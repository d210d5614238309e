import { WalletIcon } from './WalletIcon.tsx'

export const title = 'WalletIcon'

const WHITE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Cpath fill="%23fff" d="M0 0h9v9H0z"/%3E%3Cpath fill="%231b2a5e" d="M3 3h3v3H3z"/%3E%3C/svg%3E'

const sizes = ['small', 'row', 'tile', 'large'] as const

export const states = {
  image: () => sizes.map(size => <WalletIcon key={size} name="White" src={WHITE} size={size} />),
  monogram: () => sizes.map(size => <WalletIcon key={size} name="«harbor»" size={size} />),
  broken: () => <WalletIcon name="Kestrel" src="data:image/png;base64,AAAA" />,
  nameless: () => sizes.map(size => <WalletIcon key={size} name="🦊" size={size} />),
}
