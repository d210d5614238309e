import { Approvals } from '../approvals'
import { ICON } from '../icon'
import { bitcoinSide } from './bip122'
import { keplr } from './cosmos'
import type { Parts } from './DevSide'
import type { ChainWallet } from './ids'
import { permissionOf } from './permission'
import { polkadotExtension } from './polkadot'
import { solanaSide } from './solana'
import { register, type Side, standardWallet } from './standardWallet'

type Page = { injectedWeb3?: { [key: string]: object }; keplr?: object }

const page: Page = window as Page

/** Each in the way of its namespace. */
const PLACES: { readonly [Id in ChainWallet]: (name: string, parts: Parts) => void } = {
  solana: (name, parts) => standard(name, parts, solanaSide(parts)),
  bip122: (name, parts) => standard(name, parts, bitcoinSide(parts)),
  // By its id it is one wallet with the one that announces itself so on eip155.
  multi: (name, parts) =>
    register(
      standardWallet(parts, {
        id: 'dev.latchkit.multi',
        name,
        icon: ICON,
        sides: [solanaSide(parts), bitcoinSide(parts)],
      }),
    ),
  polkadot: (name, parts) => {
    page.injectedWeb3 = { ...page.injectedWeb3, [name]: polkadotExtension(parts) }
  },
  cosmos: (_name, parts) => {
    page.keplr = keplr(parts)
  },
}

const standard = (name: string, parts: Parts, ...sides: Side[]) =>
  register(standardWallet(parts, { name, icon: ICON, sides }))

/** Puts a dev wallet of other namespaces than eip155 on the page. */
export function addChainWallet(id: ChainWallet): void {
  const name = `Dev Wallet (${id})`
  const approvals = new Approvals(name)
  const ask: Parts['ask'] = (method, question) => approvals.ask(method, question)
  PLACES[id](name, { permission: permissionOf(`${id}:chains`), ask })
}
