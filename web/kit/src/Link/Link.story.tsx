import { Link } from './Link.tsx'

export const title = 'Link'

export const states = {
  inSentence: () => (
    <p>
      Haven’t got a wallet? <Link onClick={() => {}}>Get one</Link>
    </p>
  ),
  busy: () => (
    <p>
      Could not refresh.{' '}
      <Link isBusy onClick={() => {}}>
        Trying again
      </Link>
    </p>
  ),
}
