import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Prove'

const settings = (more: Partial<FrameState['settings']> = {}) => ({
  screen: { view: 'WalletSettings' as const, origin: 'https://shop.example', site: 'Shop' },
  settings: {
    ...initialState.settings,
    step: 'prove' as const,
    email: 'ada@example.com',
    factors: ['automatic' as const],
    ...more,
  },
})

export const states = {
  shown: settings(),
  refused: settings({ fault: { type: 'otpRefused' } }),
  busy: settings({ isBusy: true }),
}
