import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.NewEmailOtp'

const changing = (step: 'old' | 'new', more: Partial<FrameState['emailChange']> = {}) => ({
  screen: { view: 'UpdateEmailPrimaryOtp' as const, origin: 'https://shop.example', site: 'Shop' },
  emailChange: {
    ...initialState.emailChange,
    step,
    oldEmail: 'ada@example.com',
    newEmail: 'lovelace@example.com',
    ...more,
  },
})

export const states = {
  old: changing('old'),
  new: changing('new'),
  refused: changing('old', { fault: { type: 'otpRefused' } }),
  busy: changing('new', { isBusy: true }),
}
