import type { ReviewStep } from '../../generated/ReviewStep.ts'

export const title = 'Frame.ReviewWindow'

export const kind = 'window' as const

const at = (review: ReviewStep) => ({ screen: { origin: '', site: '', review } })

export const states = {
  loading: at('loading'),
  sending: at('sending'),
  decided: at('decided'),
  over: at('over'),
  offline: at('offline'),
}
