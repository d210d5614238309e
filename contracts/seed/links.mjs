/** Where things of the chain lead that are not on it: below the gateway, or nowhere. */

const picture = colour =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/><circle cx="16" cy="16" r="8" fill="white"/></svg>`

const inline = (type, text) => `data:${type};base64,${Buffer.from(text).toString('base64')}`

/** A picture that needs nobody. */
export const inlinePicture = colour => inline('image/svg+xml', picture(colour))

/** Metadata that needs nobody. */
export const inlineMetadata = (name, description, colour) =>
  inline('application/json', JSON.stringify({ name, description, image: inlinePicture(colour) }))

/** What is fetched from a gateway. Without one pictures and metadata are inline, and lookups fail. */
export function linksOf(gateway) {
  const host = gateway?.replace(/\/+$/, '') ?? 'https://gateway.invalid'
  return {
    lookups: `${host}/ccip/{sender}/{data}.json`,
    avatar: gateway ? `${host}/avatars/alice.png` : inlinePicture('teal'),
    piece: gateway
      ? `${host}/metadata/1.json`
      : inlineMetadata('Second', 'It could be at a gateway', 'navy'),
    edition: gateway
      ? `${host}/metadata/{id}.json`
      : inlineMetadata('Edition', 'One of several', 'olive'),
  }
}
