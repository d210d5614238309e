/** Where things of the chain lead that are not on it: to IPFS and below the gateway, or nowhere. */

const colours = { teal: '008080', navy: '000080', olive: '808000' }

/** A GIF of one pixel in a colour. */
const picture = colour =>
  Buffer.from(
    `47494638396101000100800000${colours[colour] ?? '808080'}0000002c00000000010001000002024401003b`,
    'hex',
  )

const inline = (type, content) => `data:${type};base64,${Buffer.from(content).toString('base64')}`

/** A picture that needs nobody. */
export const inlinePicture = colour => inline('image/gif', picture(colour))

/** Metadata that needs nobody. */
export const inlineMetadata = (name, description, colour) =>
  inline('application/json', JSON.stringify({ name, description, image: inlinePicture(colour) }))

/** Where all lies that is on IPFS. */
export const ON_IPFS = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

/** What is fetched from a gateway. Without one pictures and metadata are inline, and lookups fail. */
export function linksOf(gateway) {
  const host = gateway?.replace(/\/+$/, '') ?? 'https://gateway.invalid'
  return {
    lookups: `${host}/ccip/{sender}/{data}.json`,
    avatar: gateway ? `${ON_IPFS}/avatars/alice.png` : inlinePicture('teal'),
    piece: gateway
      ? `${ON_IPFS}/metadata/1.json`
      : inlineMetadata('Second', 'It could be at a gateway', 'navy'),
    edition: gateway
      ? `${ON_IPFS}/metadata/{id}.json`
      : inlineMetadata('Edition', 'One of several', 'olive'),
  }
}
