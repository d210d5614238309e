import type { Store, WritableStore } from '../../../shell/src/entry/store'
import type { Intent } from '../generated/Intent.ts'
import type { State } from '../generated/State.ts'

/** What the frame shows: the slices of its module, and what the page itself adds. */
export interface FrameState extends State {
  /** Why there is nothing to show, where the module trapped or did not come. */
  failure: { report?: string; isUnloaded?: boolean }
}

export type FrameIntent = Intent
export type FrameStore = Store<FrameState, FrameIntent>
export type WritableFrameStore = WritableStore<FrameState, FrameIntent>

/** Before the module says anything. */
export const initialState: FrameState = {
  screen: { origin: '', site: '' },
  signIn: { step: { type: 'email' }, email: '', isLate: false, isBusy: false },
  settings: {
    step: 'overview',
    email: '',
    factors: [],
    isSignInEnough: false,
    sessions: [],
    events: [],
    isWhole: true,
    isBusy: false,
  },
  emailChange: { oldEmail: '', newEmail: '', isBusy: false },
  failure: {},
}
