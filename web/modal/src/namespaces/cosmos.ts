import { invalid, junk, unauthorized } from '../all/failures'
import { at, call, can, isObject, textAt } from '../all/stranger'
import type { Adapter } from './Adapter'
import { base64, bytesOf, fromBase64, fromHex, isHex } from './bytes'
import { discoverInjected } from './injected'
import { permittedOf } from './permitted'
import type {
  ChainAccount,
  Connected,
  ConnectRequest,
  Fields,
  WalletAdapter,
} from './WalletAdapter'

/** Leap and Cosmostation may stand in for Keplr as well, so Keplr comes last. */
const placed = [
  { rdns: 'io.leapwallet.LeapWallet', name: 'Leap', path: ['leap'], event: 'leap_keystorechange' },
  {
    rdns: 'io.cosmostation',
    name: 'Cosmostation',
    path: ['cosmostation', 'providers', 'keplr'],
    event: 'cosmostation_keystorechange',
  },
  { rdns: 'app.keplr', name: 'Keplr', path: ['keplr'], event: 'keplr_keystorechange' },
]

/** The lazy chunk of cosmos: wallets that speak as Keplr does. */
export const discover: Adapter['discover'] = announce =>
  discoverInjected('cosmos', announce, () =>
    placed.map(({ rdns, name, path, event }) => ({
      rdns,
      name,
      object: at(window, ...path),
      adapterOf: keplr => keplrAdapter(keplr, rdns, event),
    })),
  )

interface Key {
  account: ChainAccount
  algo: string
  pubkey: string
}

/**
 * Keplr's API: https://docs.keplr.app/api. `enable` asks a person once per page and chain and answers at
 * once from then on.
 */
function keplrAdapter(keplr: object, id: string, changeEvent: string): WalletAdapter | undefined {
  const permitted = permittedOf(`cosmos:${id}`)
  /** By CAIP-2: an address is for one chain only. */
  const keys = new Map<string, Key>()
  if (!can(keplr, 'enable') || !can(keplr, 'getKey')) return undefined

  async function keyOf(chain: string): Promise<Key> {
    const found = await call(keplr, 'getKey', referenceOf(chain))
    const address = textAt(found, 'bech32Address')
    if (!address) throw junk('account')
    const pubkey = base64(bytesOf(at(found, 'pubKey')) ?? new Uint8Array())
    const account = { address, type: 'eoa' as const, chain, ...(pubkey && { publicKey: pubkey }) }
    return { account, algo: textAt(found, 'algo') ?? 'secp256k1', pubkey }
  }

  async function connect({ chain, silent }: ConnectRequest): Promise<Connected> {
    const reference = referenceOf(chain)
    if (silent && !permitted.has(reference)) throw unauthorized()
    await call(keplr, 'enable', reference)
    const key = await keyOf(chain)
    permitted.add(reference)
    keys.set(chain, key)
    return { accounts: [key.account] }
  }

  async function renew(emit: (event: string, value: unknown) => void) {
    if (keys.size === 0) return
    for (const chain of [...keys.keys()]) {
      try {
        keys.set(chain, await keyOf(chain))
      } catch {
        keys.delete(chain)
      }
    }
    const accounts = [...keys.values()].map(({ account }) => account)
    emit('accountsChanged', accounts)
  }

  return {
    connect,
    async disconnect() {
      const chains = [...keys.keys()].map(referenceOf)
      keys.clear()
      permitted.clear()
      const name = ['disable', 'disconnect'].find(one => can(keplr, one))
      if (name) await Promise.all(chains.map(one => call(keplr, name, one)))
    },
    watch(emit) {
      const changed = () => renew(emit)
      addEventListener(changeEvent, changed)
      return () => removeEventListener(changeEvent, changed)
    },
    methods: methodsOf(keplr, keys),
  }
}

/** WalletConnect's methods, for the keys that are connected, by CAIP-2. */
function methodsOf(keplr: object, keys: ReadonlyMap<string, Key>): WalletAdapter['methods'] {
  const keyOn = (chain: string): Key => {
    const key = keys.get(chain)
    if (!key) throw unauthorized()
    return key
  }

  /** Asks the wallet to sign for the one account that is connected on a chain. */
  async function sign(method: string, { signerAddress }: Fields, signDoc: object, chain: string) {
    const signer = keyOn(chain).account.address
    if (signerAddress !== signer) throw unauthorized()
    const named = textAt(signDoc, 'chainId') ?? textAt(signDoc, 'chain_id')
    const answer = await call(keplr, method, named ?? referenceOf(chain), signer, signDoc)
    const signature = at(answer, 'signature')
    if (!signature) throw junk('signature')
    return { signature, signed: at(answer, 'signed') ?? signDoc }
  }

  return {
    cosmos_getAccounts(_, chain) {
      const { account, algo, pubkey } = keyOn(chain)
      return [{ address: account.address, algo, pubkey }]
    },
    async cosmos_signDirect(params, chain) {
      const doc = docOf(params)
      const bytes = {
        bodyBytes: protobuf(at(doc, 'bodyBytes')),
        authInfoBytes: protobuf(at(doc, 'authInfoBytes')),
      }
      const asked = { ...doc, ...bytes }
      const { signature, signed } = await sign('signDirect', params, asked, chain)
      const text = (name: string) => base64(bytesOf(at(signed, name)) ?? new Uint8Array())
      return {
        signature,
        signed: {
          chainId: textAt(signed, 'chainId') ?? referenceOf(chain),
          accountNumber: String(at(signed, 'accountNumber') ?? '0'),
          bodyBytes: text('bodyBytes'),
          authInfoBytes: text('authInfoBytes'),
        },
      }
    },
    cosmos_signAmino: (params, chain) => sign('signAmino', params, docOf(params), chain),
  }
}

/** What a wallet calls a chain: the second part of CAIP-2. */
const referenceOf = (chain: string): string => chain.slice(chain.indexOf(':') + 1)

function docOf({ signDoc }: Fields): object {
  if (!isObject(signDoc)) throw invalid('signDoc must be an object')
  return signDoc
}

/** Libraries write these bytes in base64, older ones in hexadecimal. */
const protobuf = (value: unknown): Uint8Array =>
  typeof value === 'string' && isHex(value) ? fromHex(value) : fromBase64(value)
