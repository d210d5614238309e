import { Icon } from '../Icon/Icon.tsx'

/** The network in the header: a coin with its first letter on the gutter, and its name. */
export function Pill({ label, isWrong = false }: { label: string; isWrong?: boolean }) {
  const letter = label.match(/[\p{L}\p{N}]/u)?.[0].toLocaleUpperCase()
  return (
    <span className={isWrong ? 'Pill wrong' : 'Pill'}>
      <span className="coin" aria-hidden="true">
        {isWrong ? <Icon name="warning" small /> : letter}
      </span>
      <bdi className="cut">{label}</bdi>
    </span>
  )
}
