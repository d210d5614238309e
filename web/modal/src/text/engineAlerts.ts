import {
  chainWithoutNode,
  iframeBlocked,
  iframeLoadFailed,
  iframeRequestTimeout,
  invalidAppConfiguration,
  nodeElsewhere,
  relayClock,
  relayKey,
  relayOrigin,
  serverFails,
  serverMissing,
  serverRefuses,
  switchNetworkNotFound,
  unverifiedDomain,
} from 'virtual:latchkit-text/en/alerts'
import type { AlertText } from '../../../shell/src/ops/alert'
import type { Alert } from '../generated/Alert.ts'

/** What the engine raises: the texts of other alerts do not come with it. */
export const engineAlerts: { readonly [alert in Alert]: AlertText } = {
  chainWithoutNode,
  iframeBlocked,
  iframeLoadFailed,
  iframeRequestTimeout,
  invalidAppConfiguration,
  nodeElsewhere,
  relayClock,
  relayKey,
  relayOrigin,
  serverFails,
  serverMissing,
  serverRefuses,
  switchNetworkNotFound,
  unverifiedDomain,
}
