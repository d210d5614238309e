import { bare, payment } from '../../../test/readings.ts'
import type { FrameState } from '../../all/state.ts'

export const title = 'Frame.Review'

const approving = (more: Partial<NonNullable<FrameState['approval']>>) => ({
  screen: { view: 'ApproveTransaction' as const, origin: bare.origin, site: 'Shop' },
  approval: { request: 1, reading: { ...bare, ...payment }, isBusy: false, waiting: 0, ...more },
})

export const states = {
  ready: approving({ inWindow: 'ready' }),
  opening: approving({ inWindow: 'opening' }),
  late: approving({ inWindow: 'late' }),
  open: approving({ inWindow: 'open' }),
  signing: approving({ inWindow: 'open', isBusy: true }),
  words: approving({ reading: { ...bare, kind: 'showWords' }, inWindow: 'ready' }),
  passkey: approving({ reading: { ...bare, kind: 'newPasskey' }, inWindow: 'ready' }),
  offline: approving({ inWindow: 'preparing', fault: { type: 'offline' } }),
}
