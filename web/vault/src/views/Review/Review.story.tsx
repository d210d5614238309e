import type { FrameState } from '../../all/state.ts'
import { bare, payment } from '../readings.ts'

export const title = 'Frame.Review'

const approving = (more: Partial<NonNullable<FrameState['approval']>>) => ({
  screen: { view: 'ApproveTransaction' as const, origin: bare.origin, site: 'Shop' },
  approval: { request: 1, reading: { ...bare, ...payment }, isBusy: false, waiting: 0, ...more },
})

export const states = {
  ready: approving({ inWindow: 'ready' }),
  opening: approving({ inWindow: 'opening' }),
  open: approving({ inWindow: 'open' }),
  signing: approving({ inWindow: 'open', isBusy: true }),
  passkey: approving({ reading: { ...bare, kind: 'newPasskey' }, inWindow: 'ready' }),
  offline: approving({ inWindow: 'preparing', fault: { type: 'offline' } }),
}
