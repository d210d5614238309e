import { Link } from './Link.tsx'

export const title = 'Link'

export const states = {
  inSentence: () => (
    <p>
      Haven’t got a wallet? <Link onClick={() => {}}>Get one</Link>
    </p>
  ),
}
