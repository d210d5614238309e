import { type KeyboardEvent, useState } from 'react'
import { Tile, type TileProps } from '../Tile/Tile.tsx'
import { placeAfter } from './placeAfter.ts'

type TileGridProps = {
  /** What is in it, for screen readers. */
  label: string
  tiles: TileProps[]
}

/** Tiles in columns. One of them is in the order of Tab; from there the arrow keys move. */
export function TileGrid({ label, tiles }: TileGridProps) {
  const [reached, setReached] = useState<string>()
  const current = tiles.find(({ id }) => id === reached) ?? tiles[0]
  return (
    <ul className="TileGrid" aria-label={label} onKeyDown={moveFocus}>
      {tiles.map(tile => (
        <li key={tile.id} onFocus={() => setReached(tile.id)}>
          <Tile {...tile} tabIndex={tile === current ? 0 : -1} />
        </li>
      ))}
    </ul>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.Tile')]
  const from = tiles.findIndex(tile => tile.contains(event.target as Node))
  const to = placeAfter(event.key, from, tiles)
  if (to === undefined) return
  event.preventDefault()
  tiles[to]?.focus()
}
