const PLACES = Array.from({ length: 8 }, (_, place) => place)

/** Rows of two columns as they will be. At most 8; `short`: at the end stands one line. */
export function SkeletonEntries({ count, short = false }: { count: number; short?: boolean }) {
  return (
    <div className="Skeleton EntrySkeleton late">
      {PLACES.slice(0, count).map(place => (
        <span key={place} className="entry">
          <i className="coin" />
          <span className="who">
            <i className="w96" />
            <i className="w56" />
          </span>
          <span className="end">
            <i className="w72" />
            {!short && <i className="w40" />}
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
