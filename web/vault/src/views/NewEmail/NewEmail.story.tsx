import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.NewEmail'

const changing = (more: Partial<FrameState['emailChange']> = {}) => ({
  screen: { view: 'UpdateEmailWallet' as const, origin: 'https://shop.example', site: 'Shop' },
  emailChange: { ...initialState.emailChange, oldEmail: 'ada@example.com', ...more },
})

export const states = {
  empty: changing(),
  busy: changing({ isBusy: true }),
  taken: changing({ fault: { type: 'emailTaken' } }),
  same: changing({ fault: { type: 'emailSame' } }),
}
