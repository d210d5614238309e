/** Where a key leads from the tile at `from`, by how the tiles are laid out; nothing for other keys. */
export function placeAfter(
  key: string,
  from: number,
  tiles: readonly HTMLElement[],
): number | undefined {
  const first = tiles[0]
  if (!first) return
  const columns = tiles.filter(({ offsetTop }) => offsetTop === first.offsetTop).length
  const ahead = first.matches(':dir(rtl)') ? -1 : 1
  const steps: { [key: string]: number } = {
    ArrowRight: ahead,
    ArrowLeft: -ahead,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -from,
    End: tiles.length - 1 - from,
  }
  const step = steps[key]
  if (step === undefined) return
  const to = from + step
  return to < 0 || to >= tiles.length ? from : to
}
