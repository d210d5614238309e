import { Picture } from './Picture.tsx'

export const title = 'Picture'

/** White with a dark mark: only the hairline holds it on paper. */
const WHITE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Cpath fill="%23fff" d="M0 0h9v9H0z"/%3E%3Cpath fill="%231b2a5e" d="M3 3h3v3H3z"/%3E%3C/svg%3E'

const sizes = ['small', 'row', 'tile', 'large'] as const
const all = (name: string, src?: string) =>
  sizes.map(size => (
    <p key={size}>
      <Picture of="wallet" name={name} src={src} size={size} />
      <Picture of="network" name={name} src={src} size={size} />
    </p>
  ))

export const states = {
  image: () => all('White', WHITE),
  monogram: () => all('«harbor»'),
  broken: () => <Picture of="wallet" name="Kestrel" src="data:image/png;base64,AAAA" />,
  nameless: () => all('🦊'),
}
