/** Four colours where a wallet's icon would stand: many of them. */
export function Mosaic() {
  return (
    <span className="Mosaic" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}
