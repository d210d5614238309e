import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Device'

const signIn = (more: Partial<FrameState['signIn']> = {}) => ({
  screen: { view: 'EmailVerifyDevice' as const, origin: 'https://shop.example', site: 'Shop' },
  signIn: {
    ...initialState.signIn,
    step: { type: 'device' as const },
    email: 'ada@example.com',
    number: 42,
    againAtMs: '0',
    isBusy: true,
    ...more,
  },
})

export const states = {
  waiting: signIn(),
  notFollowed: signIn({ isBusy: false, fault: { type: 'deviceWaits' } }),
  over: signIn({ number: undefined, isBusy: false, fault: { type: 'attemptOver' } }),
  disowned: signIn({ number: undefined, isBusy: false, fault: { type: 'disowned' } }),
}
