import { email } from '../../generated/fixtures/email.ts'

export const title = 'Email code, in the page'

export const states = { code: email.ownCode, refused: email.ownCodeRefused }
