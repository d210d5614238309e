import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Choose'

const signIn = (more: Partial<FrameState['signIn']> = {}) => ({
  screen: { view: 'EmailVerifyOtp' as const, origin: 'https://shop.example', site: 'Shop' },
  signIn: {
    ...initialState.signIn,
    step: { type: 'choose' as const, isSignInEnough: true },
    email: 'ada@example.com',
    ...more,
  },
})

export const states = {
  any: signIn(),
  own: signIn({ step: { type: 'choose', isSignInEnough: false } }),
  busy: signIn({ isBusy: true }),
  declined: signIn({ fault: { type: 'declined' } }),
}
