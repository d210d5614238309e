/** Collectibles of account 0: their metadata is inline and on IPFS; and one is spam. */

import { ours } from './artefacts.mjs'
import { inlineMetadata, ON_IPFS } from './links.mjs'

/** A collection of five pieces (4 and 5 to be passed on), spam with one, an edition of two. */
export async function seedCollectibles(chain, links) {
  const [alice, bob] = chain.accounts
  const pictures = await chain.deploy(ours('Collectible'), 'Latchkit Pictures', 'PICS')
  const spam = await chain.deploy(
    ours('Collectible'),
    '$5,000 at https://usdc-drop.example - visit to claim reward',
    'claim reward',
  )
  const edition = await chain.deploy(ours('Edition'), 'Latchkit Edition', links.edition)
  const mint = (to, id, uri) => chain.send(pictures, 'mint', to, id, uri)
  await mint(alice, 1n, inlineMetadata('First', 'All of it is on the chain', 'teal'))
  await mint(alice, 2n, links.piece)
  await mint(alice, 3n, `${ON_IPFS}/3.json`)
  await mint(alice, 4n, inlineMetadata('Fourth', 'It is given away', 'teal'))
  await mint(bob, 5n, inlineMetadata('Fifth', 'It is received', 'navy'))
  const bait = inlineMetadata('Reward', 'Visit https://usdc-drop.example to claim reward', 'olive')
  await chain.send(spam, 'mint', alice, 1n, bait)
  await chain.send(edition, 'mint', alice, 1n, 10n)
  await chain.send(edition, 'mint', alice, 2n, 1n)
  await chain.send(edition, 'mint', bob, 1n, 3n)
  return { pictures, spam, edition }
}
