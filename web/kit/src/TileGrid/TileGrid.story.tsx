import { SkeletonTiles } from '../Skeleton/Skeleton.tsx'
import { TileGrid } from './TileGrid.tsx'

export const title = 'TileGrid'

const nothing = () => {}
const names = ['Harbor', 'Kestrel', 'Lumen', 'Monolith Smart Account', 'محفظة الميناء', '🦊']

export const states = {
  wallets: () => (
    <TileGrid
      label="Wallets"
      tiles={names.map((name, index) => ({
        id: name,
        name,
        installed: index === 0 ? 'Installed' : undefined,
        onClick: nothing,
      }))}
    />
  ),
  skeleton: () => <SkeletonTiles count={6} />,
}
