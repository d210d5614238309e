import type { View } from '../generated/View.ts'

/**
 * The views that a visitor waits for. The first chunk has them, with their style sheets and texts; all
 * others are in the second or the third.
 */
export type FirstView = Extract<View, 'Connect' | 'ConnectingExternal'>
