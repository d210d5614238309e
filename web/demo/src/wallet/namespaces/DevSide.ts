import type { Question } from '../messages'
import { RpcError } from '../rpcError'

/** Which sites may use a wallet's accounts. */
export type Permission = {
  readonly isGiven: () => boolean
  readonly give: () => void
  readonly take: () => void
  readonly onChange: (listener: () => void) => void
}

/** What the sides of a dev wallet stand on. */
export type Parts = {
  readonly permission: Permission
  /** Asks a person; rejects with 4001 if they refuse. Called in the turn of the site's request. */
  readonly ask: (method: string, question: Question) => Promise<unknown>
}

/** Asks once for the accounts of a network; a permission that was given is enough. */
export async function permit(
  { permission, ask }: Parts,
  method: string,
  network: string,
  addresses: readonly string[],
): Promise<void> {
  if (permission.isGiven()) return
  await ask(method, { kind: 'permit', network, addresses })
  permission.give()
}

/** A refusal as wallets tell it that have no codes: in words. */
export const inWords =
  (words: string) =>
  (thrown: unknown): never => {
    throw thrown instanceof RpcError ? new Error(words) : thrown
  }
