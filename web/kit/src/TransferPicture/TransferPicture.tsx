import { Icon, type IconName } from '../Icon/Icon.tsx'
import { Picture } from '../Picture/Picture.tsx'

type Moved = { name: string; src?: string | undefined; isNft?: boolean }

type TransferPictureProps = {
  /** What moved: one whole, or two halves. Of none, the drawing stands alone. */
  moved: readonly Moved[]
  /** What was done, at the lower end. */
  icon: IconName
}

/** What a transaction moved: coins are round, NFTs are not. Decorative: the words stand beside it. */
export function TransferPicture({ moved, icon }: TransferPictureProps) {
  const [first, second] = moved
  if (!first) {
    return (
      <span className="TransferPicture alone" aria-hidden="true">
        <Icon name={icon} />
      </span>
    )
  }
  const picture = ({ name, src, isNft }: Moved, at: number) => (
    <Picture key={`${at} ${name}`} of={isNft ? 'wallet' : 'network'} name={name} src={src} />
  )
  return (
    <span className="TransferPicture" aria-hidden="true">
      {second ? <span className="halves">{[first, second].map(picture)}</span> : picture(first, 0)}
      <span className="badge">
        <Icon name={icon} small />
      </span>
    </span>
  )
}
