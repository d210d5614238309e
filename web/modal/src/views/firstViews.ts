import type { ComponentType } from 'react'
import { Connect } from './Connect/Connect.tsx'
import { ConnectingExternal } from './ConnectingExternal/ConnectingExternal.tsx'
import type { FirstView } from './FirstView.ts'

export const firstViews: Record<FirstView, ComponentType> = {
  Connect,
  ConnectingExternal,
}
