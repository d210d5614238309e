import { Spinner } from '../Spinner/Spinner.tsx'

type LinkProps = {
  /** Shows a spinner and takes no clicks; the text says what is waited for. Keeps the focus. */
  isBusy?: boolean
  onClick: () => void
  children: string
}

/** The way on that a sentence ends in. It stays in the dialog. */
export function Link({ isBusy, onClick, children }: LinkProps) {
  return (
    <button
      type="button"
      className="Link"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
    >
      {children}
      {isBusy && <Spinner />}
    </button>
  )
}
