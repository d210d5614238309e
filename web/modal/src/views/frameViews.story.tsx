import { email } from '../generated/fixtures/email.ts'

export const title = 'E-mail'

export const states = {
  loading: email.loading,
  ready: email.ready,
  missing: email.missing,
  alone: email.alone,
  otp: email.otp,
  device: email.device,
  approving: email.approving,
  account: email.account,
  settings: email.settings,
  update: email.update,
}
