import { Account } from './Account/Account.tsx'
import { Connect } from './Connect/Connect.tsx'
import { ConnectingExternal } from './ConnectingExternal/ConnectingExternal.tsx'

/**
 * The views that a visitor waits for. The first chunk has them, their style sheets and their texts; all
 * others are in the second.
 */
export const firstViews = { Account, Connect, ConnectingExternal }

export type FirstView = keyof typeof firstViews
