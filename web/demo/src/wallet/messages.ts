import type { Chain } from './chains'

/** What a person is asked, as the page hands it to the approval window. */
export type Question =
  | { readonly kind: 'connect'; readonly account: number }
  | {
      readonly kind: 'propose'
      readonly account: number
      readonly networks: readonly {
        readonly chain: string
        readonly name: string
        readonly isRequired: boolean
      }[]
      /** What is required and not there, by name. */
      readonly missing: readonly string[]
    }
  | { readonly kind: 'permit'; readonly network: string; readonly addresses: readonly string[] }
  | { readonly kind: 'switch'; readonly from: Chain; readonly to: Chain }
  | { readonly kind: 'add'; readonly chain: Chain }
  | { readonly kind: 'sign'; readonly address: string; readonly message: string }
  | { readonly kind: 'typed'; readonly address: string; readonly typed: TypedMessage }
  | {
      readonly kind: 'transaction'
      readonly network: string
      readonly address: string
      readonly data: string
    }
  | { readonly kind: 'send'; readonly chain: Chain; readonly transaction: Transaction }

/** The parts of an EIP-712 message that are read out; the whole text goes to the node untouched. */
export type TypedMessage = {
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/** Quantities and bytes are hex text, as in the execution API. */
export type Transaction = {
  readonly from: string
  readonly to?: string
  readonly value?: string
  readonly data?: string
  readonly gas?: string
}

export type Request = {
  readonly id: string
  readonly method: string
  readonly origin: string
  readonly question: Question
}

/** `account` is the choice made in a `connect` question; `networks` those made in one to `propose`. */
export type Decision = {
  readonly approved: boolean
  readonly account?: number
  readonly networks?: readonly string[]
}

/** Page to window. The first of `requests` is the one to show; none means that the window may go. */
export type ToWindow = {
  readonly kind: 'queue'
  readonly wallet: string
  readonly requests: readonly Request[]
}

/** Window to page. */
export type ToPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'decided'; readonly id: string; readonly decision: Decision }
