import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Email'

const signIn = (more: Partial<FrameState['signIn']> = {}) => ({
  screen: { view: 'EmailLogin' as const, origin: 'https://shop.example', site: 'Shop' },
  signIn: { ...initialState.signIn, ...more },
})

export const states = {
  empty: signIn(),
  refused: signIn({ email: 'ada@example.con', fault: { type: 'emailUnknown' } }),
  busy: signIn({ email: 'ada@example.com', isBusy: true }),
}
