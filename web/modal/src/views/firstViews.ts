import type { ComponentType } from 'react'
import { Account } from './Account/Account.tsx'
import { Connect } from './Connect/Connect.tsx'
import { ConnectingExternal } from './ConnectingExternal/ConnectingExternal.tsx'
import type { FirstView } from './FirstView.ts'

export const firstViews: Record<FirstView, ComponentType> = {
  Account,
  Connect,
  ConnectingExternal,
}
