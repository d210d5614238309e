import { email } from '../../generated/fixtures/email.ts'

export const title = 'Email link, in the page'

const { vault } = email.ownDevice

export const states = {
  link: email.ownDevice,
  over: {
    ...email.ownDevice,
    vault: { ...vault, entry: { ...vault.entry, fault: { type: 'attemptOver' as const } } },
  },
}
