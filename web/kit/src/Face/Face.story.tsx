import { Face } from './Face.tsx'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Crect width='48' height='48' fill='oklch(.58 .14 200)'/%3E%3Cpath d='M8 32l10-14 8 9 6-7 8 12z' fill='%23fff'/%3E%3C/svg%3E"

export const title = 'Face'

export const states = {
  own: () => <Face address={ADDRESS} src={PICTURE} />,
  drawn: () => <Face address={ADDRESS} />,
  row: () => <Face address={ADDRESS} size="row" src={PICTURE} />,
}
