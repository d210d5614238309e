import { connect } from '../../generated/fixtures/connect.ts'

export const title = 'Connect'

export const states = {
  empty: connect.empty,
  off: connect.off,
  one: connect.one,
  many: connect.many,
  all: connect.all,
  loading: connect.loading,
  asking: connect.asking,
  recommended: connect.recommended,
  branded: connect.branded,
  misconfigured: connect.misconfigured,
  collapsed: connect.collapsed,
  legal: connect.legal,
  accepted: connect.accepted,
  filtered: connect.filtered,
  doubles: connect.doubles,
  crowded: connect.crowded,
}
