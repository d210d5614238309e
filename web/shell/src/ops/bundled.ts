import type { Perform } from './Perform'

/** Replies `value`: the list of wallets that came with the package, once `load` has brought it. */
export const bundledWallets =
  (load: () => Promise<unknown>): Perform<'bundled'> =>
  async (_, { reply }) =>
    reply({ type: 'value', value: await load() })
