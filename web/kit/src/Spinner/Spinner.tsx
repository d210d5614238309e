/** Something is going on; the text beside it says what. */
export function Spinner() {
  return <i className="Spinner" aria-hidden="true" />
}
