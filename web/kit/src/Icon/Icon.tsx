import * as paths from './paths.ts'

export type IconName = keyof typeof paths

const drawings: Record<IconName, string> = { ...paths }

/** Drawings that point along the text, and so turn with it. */
const TURNING: IconName[] = ['back', 'chevron', 'help', 'external', 'disconnect']

/** A drawing beside a text or inside a named control: never a name by itself. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  const turns = TURNING.includes(name) ? ' flip' : ''
  return (
    <svg className={`Icon${small ? ' small' : ''}${turns}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
