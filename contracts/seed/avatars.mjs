/** Names whose avatar is an NFT: one that the account has, and one that it has not. */

import { namehash } from 'viem/ens'
import { ours } from './artefacts.mjs'
import { inlineMetadata } from './links.mjs'
import { register } from './names.mjs'

/**
 * collector.eth is account 5, whose avatar is a piece of its own; borrower.eth is account 6, whose avatar is
 * account 0's; editor.eth is account 7, whose avatar is of an edition.
 */
export async function seedAvatars(chain, { pictures }, ens) {
  const [, , , , , collector, borrower, editor] = chain.accounts
  const id = Number(await chain.client.request({ method: 'eth_chainId' }))
  const link = (standard, { address }, piece) => `eip155:${id}/${standard}:${address}/${piece}`
  const own = await chain.deploy(ours('Collectible'), 'Latchkit Avatars', 'AVATARS')
  await chain.send(own, 'mint', collector, 7n, inlineMetadata('Seventh', 'An avatar', 'navy'))
  const metadata = inlineMetadata('Some', 'One of some', 'olive')
  const edition = await chain.deploy(ours('Edition'), 'Latchkit Avatar Edition', metadata)
  await chain.send(edition, 'mint', editor, 8n, 2n)
  await seedAvatar(chain, ens, 'collector', collector, link('erc721', own, 7))
  await seedAvatar(chain, ens, 'borrower', borrower, link('erc721', pictures, 1))
  await seedAvatar(chain, ens, 'editor', editor, link('erc1155', edition, 8))
}

async function seedAvatar(chain, ens, label, account, avatar) {
  const { registry, publicResolver, reverseRegistrar } = ens
  const name = `${label}.eth`
  await register(chain, registry, label, publicResolver)
  await chain.send(publicResolver, 'setAddr', namehash(name), account)
  await chain.send(publicResolver, 'setText', namehash(name), 'avatar', avatar)
  await chain.sendAs(account, reverseRegistrar, 'setName', name)
}
