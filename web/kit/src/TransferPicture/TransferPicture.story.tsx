import { TransferPicture } from './TransferPicture.tsx'

export const title = 'TransferPicture'

export const states = {
  one: () => <TransferPicture moved={[{ name: 'USDC' }]} icon="receive" />,
  two: () => <TransferPicture moved={[{ name: 'ETH' }, { name: 'USDC' }]} icon="swap" />,
  nft: () => <TransferPicture moved={[{ name: 'Lighthouse', isNft: true }]} icon="receive" />,
  none: () => <TransferPicture moved={[]} icon="check" />,
}
