import { Coin } from './Coin.tsx'

export const title = 'Coin'

const BLUE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Cpath fill="%231f5bff" d="M0 0h9v9H0z"/%3E%3Cpath fill="%23fff" d="M2 4h5v1H2z"/%3E%3C/svg%3E'

const sizes = ['small', 'row', 'large'] as const

export const states = {
  image: () => sizes.map(size => <Coin key={size} name="Base" src={BLUE} size={size} />),
  monogram: () => sizes.map(size => <Coin key={size} name="Base" size={size} />),
  nameless: () => sizes.map(size => <Coin key={size} name="—" size={size} />),
}
