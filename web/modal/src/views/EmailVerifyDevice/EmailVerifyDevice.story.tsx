import { email } from '../../generated/fixtures/email.ts'

export const title = 'Email link, in the page'

export const states = { link: email.ownDevice }
