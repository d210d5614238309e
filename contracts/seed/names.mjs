/** ENS: the contracts of its makers, our universal resolver, and names of each kind. */

import { zeroHash } from 'viem'
import { labelhash, namehash } from 'viem/ens'
import { ens, ours } from './artefacts.mjs'

/** Where every client looks for it. */
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/**
 * alice.eth is account 0, and account 0 is alice.eth. mallory.eth is account 1, though account 2 says that
 * it were its name. What offchain.eth is, a gateway says; account 4 says that it is that. Account 3 has no
 * name.
 */
export async function seedNames(chain, links) {
  const [alice, bob, mallory, , offchain] = chain.accounts
  const contracts = await seedContracts(chain, links)
  const { publicResolver, offchainResolver, registry, reverseRegistrar } = contracts
  await register(chain, registry, 'alice', publicResolver)
  await chain.send(publicResolver, 'setAddr', namehash('alice.eth'), alice)
  await chain.send(publicResolver, 'setText', namehash('alice.eth'), 'avatar', links.avatar)
  await chain.send(registry, 'setOwner', namehash('alice.eth'), alice)
  await chain.sendAs(alice, reverseRegistrar, 'setName', 'alice.eth')
  await register(chain, registry, 'mallory', publicResolver)
  await chain.send(publicResolver, 'setAddr', namehash('mallory.eth'), bob)
  await chain.sendAs(mallory, reverseRegistrar, 'setName', 'mallory.eth')
  await register(chain, registry, 'offchain', offchainResolver)
  await chain.sendAs(offchain, reverseRegistrar, 'setName', 'offchain.eth')
  return contracts
}

async function seedContracts(chain, links) {
  const registry = await chain.deploy(ens('ens', 'ENSRegistry'))
  const publicResolver = await chain.deploy(ens('resolver', 'PublicResolver'), registry.address)
  const reverseRegistrar = await chain.deploy(
    ens('ens', 'ReverseRegistrar'),
    registry.address,
    publicResolver.address,
  )
  const offchainResolver = await chain.deploy(ours('OffchainResolver'), [links.lookups])
  const universalResolver = await chain.deployAt(
    UNIVERSAL_RESOLVER,
    ours('UniversalResolver'),
    registry.address,
  )
  const give = (parent, label, owner) =>
    chain.send(registry, 'setSubnodeOwner', parent, labelhash(label), owner)
  await give(zeroHash, 'eth', chain.deployer)
  await give(zeroHash, 'reverse', chain.deployer)
  await give(namehash('reverse'), 'addr', reverseRegistrar.address)
  return { registry, publicResolver, reverseRegistrar, offchainResolver, universalResolver }
}

/** A name below eth. It is the deployer's. */
export function register(chain, registry, label, resolver) {
  const rest = [labelhash(label), chain.deployer, resolver.address, 0n]
  return chain.send(registry, 'setSubnodeRecord', namehash('eth'), ...rest)
}
