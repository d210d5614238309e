/** A word about a row, at its end. */
export function Tag({
  kind = 'neutral',
  children,
}: {
  kind?: 'neutral' | 'ok' | 'warn'
  children: string
}) {
  return <span className={`Tag ${kind}`}>{children}</span>
}
