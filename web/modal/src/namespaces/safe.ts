import type { WalletProvider } from '../../../shell/src/all/WalletProvider'
import { invalid, junk, providerErrorOf, unauthorized, unsupported } from '../all/failures'
import { at, listAt, textAt } from '../all/stranger'
import type { Adapter } from './Adapter'
import { fields, type SafeApp, safeApp } from './safe/SafeApp'

/** The lazy chunk of Safe, loaded only where the page is inside its app: the Safe as a wallet of eip155. */
export const discoverIn =
  (origin: string): Adapter['discover'] =>
  announce => {
    const app = safeApp(parent, origin)
    let isWanted = true
    app.ask('getSafeInfo').then(
      found => {
        const address = textAt(found, 'safeAddress')
        const chain = at(found, 'chainId')
        if (!isWanted || !address || !Number.isSafeInteger(chain)) return
        const description = { rdns: 'safe', name: 'Safe{Wallet}' }
        announce(description, safeProvider(app, address, chain as number))
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }

/** The Safe's provider. It answers for itself what concerns its account; the rest goes to the app's node. */
function safeProvider(app: SafeApp, address: string, chainNumber: number): WalletProvider {
  const chainId = `0x${chainNumber.toString(16)}`
  const accounts = [address]
  const permissions = [
    {
      parentCapability: 'eth_accounts',
      invoker: location.origin,
      caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
    },
  ]

  const mustBeMine = (asked: unknown) => {
    if (String(asked).toLowerCase() !== address.toLowerCase()) throw unauthorized()
  }

  function answer(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return accounts
      case 'eth_chainId':
        return chainId
      case 'net_version':
        return String(chainNumber)
      case 'wallet_getPermissions':
      case 'wallet_requestPermissions':
        return permissions
      case 'wallet_switchEthereumChain':
        if (at(params[0], 'chainId') === chainId) return null
        throw unsupported('another network than its own')
      case 'personal_sign':
        mustBeMine(params[1])
        return sign(app, 'signMessage', { message: params[0] })
      case 'eth_signTypedData':
      case 'eth_signTypedData_v4':
        mustBeMine(params[0])
        return sign(app, 'signTypedMessage', { typedData: typedOf(params[1]) })
      case 'eth_sendTransaction':
        return send(app, params[0])
      case 'eth_getTransactionByHash':
        return ofTransaction(app, method, params[0], 'hash')
      case 'eth_getTransactionReceipt':
        return ofTransaction(app, method, params[0], 'transactionHash')
    }
    if (/^eth_(sign|sendRaw)|^wallet_/.test(method)) throw unsupported(method)
    return app.rpc(method, params)
  }

  return {
    async request({ method, params }) {
      try {
        return (await answer(method, listAt({ params }, 'params'))) ?? null
      } catch (error) {
        throw providerErrorOf(error)
      }
    },
  }
}

/** A signature of its owners, where they sign off the chain; `0x` where a transaction stands for it. */
async function sign(app: SafeApp, method: string, params: object): Promise<string> {
  await app.rpc('safe_setSettings', [{ offChainSigning: true }])
  const signed = await app.ask(method, params)
  return textAt(signed, 'signature') ?? '0x'
}

/** What a node knows by the transaction that carries out a Safe's. */
async function ofTransaction(app: SafeApp, method: string, safeTxHash: unknown, field: string) {
  const found = await app.ask('getTxBySafeTxHash', { safeTxHash }).catch(() => undefined)
  const answer = await app.rpc(method, [textAt(found, 'txHash') ?? safeTxHash])
  return answer && { ...fields(answer), [field]: safeTxHash }
}

async function send(app: SafeApp, asked: unknown): Promise<string> {
  const { to, value = '0x0', data = '0x', gas } = fields(asked)
  if (typeof to !== 'string') throw invalid('to must be an address')
  const safeTxGas = gas === undefined ? undefined : Number(gas)
  const txs = [{ to, value: String(BigInt(value as string)), data }]
  const sent = await app.ask('sendTransactions', { txs, params: { safeTxGas } })
  const hash = textAt(sent, 'safeTxHash')
  if (!hash) throw junk('transaction hash')
  return hash
}

function typedOf(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed
  try {
    return JSON.parse(typed)
  } catch (cause) {
    throw invalid('the typed message is not JSON', cause)
  }
}
