import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Factor'

const settings = (more: Partial<FrameState['settings']> = {}) => ({
  screen: { view: 'WalletSettings' as const, origin: 'https://shop.example', site: 'Shop' },
  settings: {
    ...initialState.settings,
    step: 'code' as const,
    email: 'ada@example.com',
    factors: ['automatic' as const],
    ...more,
  },
})

/** What shows, in the place that the view keeps for it. */
export const secret =
  'abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid acoustic acquire across act action actor actress actual'

export const states = {
  shown: settings(),
  signingIn: {
    screen: { view: 'EmailVerifyOtp' as const, origin: 'https://shop.example', site: 'Shop' },
    signIn: { ...initialState.signIn, step: { type: 'code' as const }, email: 'ada@example.com' },
  },
}
