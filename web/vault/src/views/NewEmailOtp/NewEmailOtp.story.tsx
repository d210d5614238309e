import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.NewEmailOtp'

const changing = (
  view: 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp',
  more: Partial<FrameState['emailChange']> = {},
) => ({
  screen: { view, origin: 'https://shop.example', site: 'Shop' },
  emailChange: {
    ...initialState.emailChange,
    oldEmail: 'ada@example.com',
    newEmail: 'lovelace@example.com',
    ...more,
  },
})

export const states = {
  old: changing('UpdateEmailPrimaryOtp'),
  new: changing('UpdateEmailSecondaryOtp'),
  refused: changing('UpdateEmailPrimaryOtp', { fault: { type: 'otpRefused' } }),
  busy: changing('UpdateEmailSecondaryOtp', { isBusy: true }),
}
