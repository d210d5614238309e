import { addDrawings } from '../../../kit/src/Icon/Icon.tsx'
import * as laterPaths from '../../../kit/src/Icon/laterPaths.ts'
import { EmailLogin } from './EmailLogin/EmailLogin.tsx'
import { EmailVerifyDevice } from './EmailVerifyDevice/EmailVerifyDevice.tsx'
import { EmailVerifyOtp } from './EmailVerifyOtp/EmailVerifyOtp.tsx'
import type { EntryViews } from './EntryChunk.ts'

export { default as css } from 'virtual:latchkit-styles/entry'
export { default as texts } from 'virtual:latchkit-text/en/entry'

// No other view of the modal draws these.
addDrawings(laterPaths)

/** The modal's own fields to sign in by e-mail, where a host wants them. */
export const views: EntryViews['views'] = {
  EmailLogin,
  EmailVerifyDevice,
  EmailVerifyOtp,
}
