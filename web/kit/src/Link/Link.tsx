type LinkProps = { onClick: () => void; children: string }

/** The way on that a sentence ends in. It stays in the dialog. */
export function Link({ onClick, children }: LinkProps) {
  return (
    <button type="button" className="Link" onClick={onClick}>
      {children}
    </button>
  )
}
