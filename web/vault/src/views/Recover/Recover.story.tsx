import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Recover'

const signIn = (more: Partial<FrameState['signIn']> = {}) => ({
  screen: { view: 'EmailVerifyOtp' as const, origin: 'https://shop.example', site: 'Shop' },
  signIn: {
    ...initialState.signIn,
    step: { type: 'recover' as const, factors: ['code' as const] },
    email: 'ada@example.com',
    ...more,
  },
})

const settings = (more: Partial<FrameState['settings']> = {}) => ({
  screen: { view: 'WalletSettings' as const, origin: 'https://shop.example', site: 'Shop' },
  settings: {
    ...initialState.settings,
    step: 'recover' as const,
    factors: ['code' as const],
    ...more,
  },
})

export const states = {
  code: signIn(),
  wrong: signIn({ fault: { type: 'factorWrong' } }),
  passkey: signIn({ step: { type: 'recover', factors: ['passkey'] } }),
  declined: signIn({
    step: { type: 'recover', factors: ['passkey'] },
    fault: { type: 'declined' },
  }),
  leaves: signIn({ step: { type: 'recover', factors: ['code'], leavesAtMs: '1750000000000' } }),
  kept: settings(),
  keptWrong: settings({ fault: { type: 'factorWrong' } }),
  other: signIn({ step: { type: 'recover', factors: ['passphrase'] } }),
}
