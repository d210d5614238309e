import { Picture } from '../Picture/Picture.tsx'

type Coin = { name: string; src?: string | undefined }

/** Some networks at a glance: their coins, each over the edge of the one before. Decorative. */
export function CoinStack({ coins }: { coins: readonly Coin[] }) {
  return (
    <span className="CoinStack" aria-hidden="true">
      {coins.map(({ name, src }) => (
        <Picture key={name} of="network" name={name} src={src} size="small" />
      ))}
    </span>
  )
}
