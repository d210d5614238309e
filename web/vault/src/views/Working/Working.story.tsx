import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Working'

const signIn = (more: Partial<FrameState['signIn']> = {}) => ({
  screen: { view: 'EmailVerifyOtp' as const, origin: 'https://shop.example', site: 'Shop' },
  signIn: { ...initialState.signIn, step: { type: 'opening' as const }, isBusy: true, ...more },
})

export const states = {
  opening: signIn(),
  offline: signIn({ isBusy: false, fault: { type: 'offline' } }),
  clock: signIn({ isBusy: false, fault: { type: 'clockOff' } }),
}
