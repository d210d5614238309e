import { NftCard } from './NftCard.tsx'

const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Crect width='48' height='48' fill='oklch(.58 .14 40)'/%3E%3Cpath d='M21 10h6l3 28H18z' fill='%23fff'/%3E%3C/svg%3E"

export const title = 'NftCard'

export const states = {
  picture: () => (
    <NftCard name="Lighthouse #12" collection="Lighthouses" src={PICTURE} count="× 25" />
  ),
  monogram: () => (
    <NftCard
      name="A Very Long Name Of A Very Small Picture, Which Nobody Would Read To Its End #7"
      collection="Tidewater Editions"
    />
  ),
}
