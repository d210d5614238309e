/**
 * Gives a place the height of what it is for, in CSS pixels, or as much of it as the card can show at once, below its
 * header and above what stays at its foot: what is approved there has to be seen whole. Returns the way to stop.
 */
export function makeRoom(place: HTMLElement, height: number): () => void {
  const look = () => {
    place.style.blockSize = `${Math.min(height, roomFor(place))}px`
  }
  look()
  const sizes = new ResizeObserver(look)
  const layout = place.closest('.layout')
  for (const part of layout?.children ?? []) sizes.observe(part)
  addEventListener('resize', look)
  return () => {
    sizes.disconnect()
    removeEventListener('resize', look)
  }
}

/** How much the body of a view has at most, in a card that is as high as it may be. */
function roomFor(place: HTMLElement): number {
  const card = place.closest<HTMLElement>('.Dialog, .Embedded')
  const layout = place.closest<HTMLElement>('.layout')
  const body = place.closest<HTMLElement>('.body')
  if (!card || !layout || !body) return innerHeight
  const { maxBlockSize, paddingBlockEnd } = getComputedStyle(card)
  const highest = Math.min(Number.parseFloat(maxBlockSize), innerHeight)
  const edges = card.offsetHeight - card.clientHeight + Number.parseFloat(paddingBlockEnd)
  const stays = layout.offsetHeight - body.offsetHeight
  const around = getComputedStyle(body)
  const padding =
    Number.parseFloat(around.paddingBlockStart) + Number.parseFloat(around.paddingBlockEnd)
  return Math.max(0, Math.floor(highest - edges - stays - padding))
}
