import { account } from '../../generated/fixtures/account.ts'

export const title = 'AccountTokens'

export const states = {
  tokens: account.tokens,
  priced: account.pricedTokens,
  empty: account.empty,
  named: account.named,
  reading: account.reading,
  stale: account.staleTokens,
  again: account.tokensAgain,
  partial: account.partialTokens,
  failed: account.unreadBalance,
  unknown: account.several,
}
