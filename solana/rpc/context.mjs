/** What most answers come with. */

/** The release of the real node whose answers these are, and which the machine was taken from. */
export const API_VERSION = '4.2.1'

export function inContext({ ledger }, value) {
  return { context: { apiVersion: API_VERSION, slot: ledger.slot }, value }
}
