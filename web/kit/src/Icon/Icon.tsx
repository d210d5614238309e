import type * as laterPaths from './laterPaths.ts'
import * as paths from './paths.ts'

type Later = typeof laterPaths
export type IconName = keyof typeof paths | keyof Later

const drawings: Partial<Record<IconName, string>> = { ...paths }

/** From now on these are there, too. */
export const addDrawings = (later: Later) => Object.assign(drawings, later)

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
