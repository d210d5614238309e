import type { Chain } from '../chains'
import type { Memory } from '../memory'
import type { Decision, Question } from '../messages'
import type { Quirk } from '../quirks'

/** What a method works with, of the wallet that was asked. */
export type WalletContext = {
  readonly quirk: Quirk
  readonly memory: Memory
  readonly approvals: { ask(method: string, question: Question): Promise<Decision> }
  /** The site that asks. */
  readonly origin: string
  /** The chain it asks about. */
  readonly chain: () => Chain
}

/**
 * Answers one RPC method. Runs up to its first question in the turn of the request; nothing may be
 * awaited before that, or the click that led here no longer counts as a gesture.
 */
export type Method = (context: WalletContext, method: string, params: unknown) => Promise<unknown>
