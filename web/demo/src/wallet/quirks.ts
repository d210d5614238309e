import { ELSEWHERE, ETHEREUM, LOCAL } from './chains'
import { Code } from './rpcError'

/** What a quirk answers in place of asking; `never` leaves the request open, `throws` throws in the same turn. */
export type Scripted =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  | { readonly kind: 'never' }
  | { readonly kind: 'throws'; readonly message: string }

/** One way in which a wallet of the world misbehaves. Everything a quirk does is in its row. */
export type Quirk = {
  readonly id: string
  /** One line for the page: what a person will see. */
  readonly says: string
  readonly startsOn: string
  /** Chains it can switch to without adding them first. */
  readonly knows: readonly string[]
  /** Answers by method; `*` stands for every method that has no row of its own. */
  readonly answers: Readonly<Record<string, Scripted>>
  readonly announcesAfterMs: number
  /** How often each listener hears the same event. */
  readonly timesPerEvent: number
  /** Whether an approved switch really moves it. */
  readonly movesOnSwitch: boolean
  /** Whether 4902 comes as `data.originalError` of an internal error, as some wallets send it. */
  readonly hidesUnknownChain: boolean
}

const normal: Quirk = {
  id: 'normal',
  says: 'Does what the standards ask.',
  startsOn: LOCAL,
  knows: [LOCAL, ETHEREUM, ELSEWHERE],
  answers: {},
  announcesAfterMs: 0,
  timesPerEvent: 1,
  movesOnSwitch: true,
  hidesUnknownChain: false,
}

const quirk = (id: string, says: string, differs: Partial<Quirk>): Quirk => ({
  ...normal,
  id,
  says,
  ...differs,
})

const error = (code: number, message: string): Scripted => ({ kind: 'error', code, message })

const value = (given: unknown): Scripted => ({ kind: 'value', value: given })

/** The methods that a wallet asks a person about. */
const everyPrompt = (answer: Scripted): Record<string, Scripted> =>
  Object.fromEntries(PROMPTS.map(method => [method, answer]))

const PROMPTS = [
  'wallet_requestPermissions',
  'eth_requestAccounts',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
] as const

const refusal = error(Code.refused, 'User rejected the request.')

export const QUIRKS: readonly Quirk[] = [
  normal,
  quirk('wrong-chain', 'Starts on Ethereum and can switch to Localhost.', { startsOn: ETHEREUM }),
  quirk('unknown-chain', 'Starts on Ethereum and must have Localhost added (4902).', {
    startsOn: ETHEREUM,
    knows: [ETHEREUM],
  }),
  quirk('nested-4902', 'As unknown-chain, with 4902 hidden inside an internal error.', {
    startsOn: ETHEREUM,
    knows: [ETHEREUM],
    hidesUnknownChain: true,
  }),
  quirk('stays', 'Approves a switch but stays on Ethereum.', {
    startsOn: ETHEREUM,
    movesOnSwitch: false,
  }),
  quirk('no-permissions', 'Does not know wallet_requestPermissions (−32601).', {
    answers: {
      wallet_requestPermissions: error(Code.methodNotFound, 'The method does not exist.'),
      wallet_getPermissions: error(Code.methodNotFound, 'The method does not exist.'),
      wallet_revokePermissions: error(Code.methodNotFound, 'The method does not exist.'),
    },
  }),
  quirk('no-accounts', 'Connects, but hands over no account.', {
    answers: {
      wallet_requestPermissions: value([]),
      eth_requestAccounts: value([]),
      eth_accounts: value([]),
    },
  }),
  quirk('refuses', 'Declines everything at once, without a window (4001).', {
    answers: everyPrompt(refusal),
  }),
  quirk('pending', 'Says that a request is already waiting (−32002).', {
    answers: everyPrompt(error(Code.pending, 'Request already pending. Please wait.')),
  }),
  quirk('hangs', 'Never answers anything.', { answers: { '*': { kind: 'never' } } }),
  quirk('throws', 'Throws instead of answering.', {
    answers: { '*': { kind: 'throws', message: 'The wallet broke.' } },
  }),
  quirk('junk', 'Answers with values of the wrong types.', {
    answers: {
      wallet_requestPermissions: value('yes'),
      eth_requestAccounts: value([42, null, { address: true }]),
      eth_accounts: value('0x'),
      eth_chainId: value({ chain: 'main' }),
      wallet_switchEthereumChain: value(7),
    },
  }),
  quirk('twice', 'Tells every event twice.', { timesPerEvent: 2 }),
  quirk('late', 'Announces itself late: after 1.5 s, or the parameter late.', {
    announcesAfterMs: 1500,
  }),
]

/** The answer a quirk has ready for a method, if any. */
export const scriptedFor = (quirk: Quirk, method: string): Scripted | undefined =>
  quirk.answers[method] ?? quirk.answers['*']

/** Not a quirk, but the dev phone. */
export const phone = quirk('phone', 'A wallet that is not in the page.', {})

/** Not a quirk, but a wallet of its own: its other half is in `namespaces/`. */
const multi = quirk('multi', 'One wallet for eip155, Solana and Bitcoin.', {})

export const quirkById = (id: string): Quirk | undefined =>
  [...QUIRKS, multi].find(row => row.id === id)
