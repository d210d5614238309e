/** Something is going on; the text beside it says what. */
export function Spinner() {
  return (
    <svg className="Spinner" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength="100" strokeDasharray="28 72" />
    </svg>
  )
}
