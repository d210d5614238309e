import type { WalletRegistry } from '../../../shell/src/all/WalletProvider'
import { uuid } from '../../../shell/src/engine/uuid'
import type { Announce } from '../namespaces/Adapter'

const uuids = new WeakMap<object, string>()

/**
 * Announces what adapters find, each wallet object with a uuid of its own for as long as the page lives. It
 * is random and told to nobody, so that no stranger can announce itself as one of them.
 */
export const withUuid =
  ({ announce }: Pick<WalletRegistry, 'announce'>): Announce =>
  (description, provider, source = provider) => {
    const known = uuids.get(source) ?? uuid()
    uuids.set(source, known)
    announce({ ...description, uuid: known }, provider)
  }
