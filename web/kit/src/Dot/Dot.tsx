import { Icon } from '../Icon/Icon.tsx'

export type DotKind = 'success' | 'warning' | 'error'

/** How it went, beside the words that say so. `large` is the one at the foot of a tile. */
export function Dot({ kind, large = false }: { kind: DotKind; large?: boolean }) {
  return (
    <span className={`Dot ${kind}${large ? ' large' : ''}`}>
      {kind === 'warning' ? (
        <b aria-hidden="true">!</b>
      ) : (
        <Icon name={kind === 'success' ? 'check' : 'close'} />
      )}
    </span>
  )
}
