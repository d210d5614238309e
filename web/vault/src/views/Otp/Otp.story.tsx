import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Otp'

const signIn = (more: Partial<FrameState['signIn']> = {}) => ({
  screen: { view: 'EmailVerifyOtp' as const, origin: 'https://shop.example', site: 'Shop' },
  signIn: {
    ...initialState.signIn,
    step: { type: 'otp' as const },
    email: 'ada@example.com',
    againAtMs: '0',
    ...more,
  },
})

export const states = {
  empty: signIn(),
  refused: signIn({ fault: { type: 'otpRefused' } }),
  tooSoon: signIn({ fault: { type: 'tooSoon', seconds: 42 } }),
  late: signIn({ isLate: true }),
  long: signIn({ email: 'ada.lovelace.of.the.analytical.engine@mathematics.example.com' }),
}
