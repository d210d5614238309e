/** One bar in a line of 20, or one of the shapes, before there is anything to show. */
export function Skeleton({ shape }: { shape: 'w120' | 'round' | 'display' }) {
  return (
    <span className="Skeleton late">
      <i className={shape} />
    </span>
  )
}

/** A row as it will be: icon and name. */
export function SkeletonRow() {
  return (
    <div className="Skeleton row late">
      <i className="tile" />
      <i className="w120" />
    </div>
  )
}

const PLACES = Array.from({ length: 15 }, (_, place) => place)

/** Tiles as they will be, in their grid: icon and name. At most 15, as many as a dialog shows. */
export function SkeletonTiles({ count }: { count: number }) {
  return (
    <div className="Skeleton tiles TileGrid late">
      {PLACES.slice(0, count).map(place => (
        <span key={place}>
          <i />
          <i />
        </span>
      ))}
    </div>
  )
}
