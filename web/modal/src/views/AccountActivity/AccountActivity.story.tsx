import { account } from '../../generated/fixtures/account.ts'

export const title = 'AccountActivity'

export const states = {
  activity: account.activity,
  noActivity: account.noActivity,
  unseen: account.activityUnseen,
  first: account.activityFirst,
  reading: account.activityReading,
  others: account.activityOthers,
  behind: account.activityBehind,
  adding: account.activityAdding,
  notAdded: account.activityNotAdded,
  stale: account.activityStale,
  failed: account.activityFailed,
  again: account.activityAgain,
  unknown: account.activityUnknown,
  sent: account.sent,
  sentUnlisted: {
    ...account.sent,
    activity: { ...account.sent.activity, step: 'unknown' as const, page: undefined },
  },
}
