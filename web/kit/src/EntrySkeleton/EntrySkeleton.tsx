const PLACES = Array.from({ length: 8 }, (_, place) => place)

type SkeletonEntriesProps = {
  /** At most 8. */
  count: number
  /** They are dated: one line at the end of each, and a month over all. */
  isDated?: boolean
}

/** Rows of two columns as they will be. */
export function SkeletonEntries({ count, isDated = false }: SkeletonEntriesProps) {
  return (
    <div className="Skeleton EntrySkeleton late">
      {isDated && (
        <span className="month">
          <i className="w72" />
        </span>
      )}
      {PLACES.slice(0, count).map(place => (
        <span key={place} className="entry">
          <i className="coin" />
          <span className="who">
            <i className="w96" />
            <i className="w56" />
          </span>
          <span className="end">
            <i className="w72" />
            {!isDated && <i className="w40" />}
          </span>
        </span>
      ))}
    </div>
  )
}

/** Cards of pictures as they will be, two in a row. */
export function SkeletonCards({ count }: { count: number }) {
  return (
    <div className="Skeleton EntrySkeleton cards late">
      {PLACES.slice(0, count).map(place => (
        <span key={place}>
          <i className="art" />
          <i className="w96" />
          <i className="w56" />
        </span>
      ))}
    </div>
  )
}
